// Advice about camera, light and tiles, as the server gives it: one line each, what is good marked as such.

import { byId, h, show } from "./dom.js";
import { get, press } from "./table.js";
import { said } from "./texts.js";

const EVERY = 1500; // milliseconds between two looks

/** The button that lets phones in, where there is one. */
export function letPhonesIn() {
  byId("let-phones-in")?.addEventListener("click", async () => { if (await press("/api/phones")) location.reload(); });
}

/** Shows the advice in #advice, now and again; `then` is called with each answer of the server. */
export async function keepAdvising(then = () => {}) {
  try {
    const camera = await get("/api/camera");
    show(byId("advice"), camera.advice, () => camera.advice.map(({ about, good, message }) =>
      h("li", { class: good ? "good" : "bad", "data-about": about }, said(message))));
    then(camera);
  } catch {
    // The notice above the page says that the table does not answer; the next look tries again.
  }
  setTimeout(() => keepAdvising(then), EVERY);
}
