// Advice about camera, light and tiles from the server, one line each: good, could be better, or stops the game.

import { byId, h, show } from "../../page/dom.js";
import { get, press } from "../../page/table.js";
import { said } from "../../think/texts.js";

const EVERY = 1500; // milliseconds between two looks

/** The button for a kind of help of that name, if there is one. */
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

/** Shows the advice in #advice, if the page has such a list, and renews it; `then` is called with each answer. */
export async function keepAdvising(then = (_camera) => {}) {
  try {
    const camera = await get("/api/camera");
    if (byId("advice").matches(".advice")) list(camera.advice);
    then(camera);
  } catch {
    // A notice above the page says that the table does not answer; the next attempt follows.
  }
  setTimeout(() => keepAdvising(then), EVERY);
}
