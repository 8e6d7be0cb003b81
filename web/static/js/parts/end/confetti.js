// Celebrates a match that was just won: small tiles rain over the screen, unless the user prefers less motion.

import { h } from "../../page/dom.js";
import { COLOURS } from "../../think/tiles.js";

const PIECES = 28;
const RAIN = 17_000; // milliseconds until the last tile has fallen for the third time
let rain = null;

/** Starts the rain at the first state of a won match; the state after an undo does not count. */
export function celebrate(state, before) {
  const isWon = Boolean(state.match?.finished);
  const isSame = before?.match?.number === state.match?.number;
  if (!isWon || !isSame) end();
  else if (!before.match.finished) begin();
}

function begin() {
  end();
  const pieces = Array.from({ length: PIECES }, (_, n) => {
    const piece = h("i", { class: COLOURS[n % COLOURS.length] });
    piece.style.setProperty("--at", `${((n * 37) % 100) + 0.5}%`);
    piece.style.setProperty("--late", `${((n * 53) % 40) / 10}s`);
    return piece;
  });
  rain = h("div.confetti", { "aria-hidden": "true" }, pieces);
  document.body.append(rain);
  setTimeout(end, RAIN);
}

function end() {
  rain?.remove();
  rain = null;
}
