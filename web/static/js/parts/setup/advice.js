// Advice about camera, light and tiles, as the server gives it: one line each, marked as good, as better otherwise, or
// as what stops.

import { byId, h, show } from "../../page/dom.js";
import { get, press } from "../../page/table.js";
import { said } from "../../think/texts.js";

const EVERY = 1500; // milliseconds between two looks

/** The button that lets phones in, where there is one of that name. */
export function letPhonesIn(id = "let-phones-in") {
  byId(id)?.addEventListener("click", async () => {
    if (await press("/api/phones")) location.reload();
  });
}

function list(advice) {
  show(byId("advice"), advice, () =>
    advice.map(({ about, level, message }) => h("li", { class: level, "data-about": about }, said(message))),
  );
}

/**
 * Shows the advice in #advice where that is a plain list, now and again; `then` is called with each answer of the
 * server.
 */
export async function keepAdvising(then = (_camera) => {}) {
  try {
    const camera = await get("/api/camera");
    if (byId("advice").matches(".advice")) list(camera.advice);
    then(camera);
  } catch {
    // The notice above the page says that the table does not answer; the next look tries again.
  }
  setTimeout(() => keepAdvising(then), EVERY);
}
