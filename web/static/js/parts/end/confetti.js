// A won match is celebrated: small tiles rain over the podium, where people do not mind what moves.

import { h } from "../../page/dom.js";
import { COLOURS } from "../../think/tiles.js";

const PIECES = 28;

/** The rain: it falls three times, and takes no tap. */
export function confetti() {
  const pieces = Array.from({ length: PIECES }, (_, n) => {
    const piece = h("i", { class: COLOURS[n % COLOURS.length] });
    piece.style.setProperty("--at", `${((n * 37) % 100) + 0.5}%`);
    piece.style.setProperty("--late", `${((n * 53) % 40) / 10}s`);
    return piece;
  });
  return h("div.confetti", { "aria-hidden": "true" }, pieces);
}
