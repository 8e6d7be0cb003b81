// Sends a form and reports its progress, which `fetch` cannot.

const PATIENCE = 60_000; // milliseconds without an answer after which it was lost

/** Sends a form as `fetch` does; `progress` is called with the share that was sent, 0 to 1. */
export function uploaded(path, { body, headers, progress }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "blob";
    request.timeout = PATIENCE;
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total ? loaded / total : 0));
    const type = () => request.getResponseHeader("Content-Type") || "";
    request.addEventListener("load", () =>
      resolve(new Response(request.response, { status: request.status, headers: { "Content-Type": type() } })),
    );
    for (const name of ["error", "timeout", "abort"]) request.addEventListener(name, () => reject(new TypeError(name)));
    request.send(body);
  });
}
