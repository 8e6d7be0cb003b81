// A match that is won just now is celebrated: small tiles rain over the screen, where people do not mind what moves.

import { h } from "../../page/dom.js";
import { COLOURS } from "../../think/tiles.js";

const PIECES = 28;
const RAIN = 17_000; // milliseconds until the last tile has fallen for the third time
let rain = null;

/** Lets it rain where a state is the first one of a match that was won, and not on where that was undone. */
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
