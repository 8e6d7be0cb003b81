// The next move of putting a table back, large: the tile, where it lies, where it belongs, on the picture cropped to
// it.

import { h } from "../../page/dom.js";
import { said, t } from "../../think/texts.js";
import { around, inDrawing, pane, pictureWidth } from "./ghost.js";
import { tileElement } from "./tiles.js";

const NEAR = 0.6; // part of the picture's width up to which one crop shows both places
const FREE = 2.2; // sides of a tile left free around it

/** The elements for the next move of a state; none where no table is put back. */
export function nextMove(state) {
  const moves = state.restore?.moves || [];
  const at = moves.findIndex((one) => !one.done);
  if (at < 0) return [];
  const done = moves.filter((one) => one.done).length;
  const next = moves[at];
  return [
    h(
      "div.next-move",
      tileElement(next.tile, "huge"),
      h(
        "div",
        h("p.count", t("Move {n} of {all}", { n: done + 1, all: moves.length })),
        h("p.lead", { role: "status" }, said(next)),
      ),
    ),
    h("div.next-places", places(next)),
  ];
}

function places(move) {
  const lies = move.lies && {
    tile: move.tile,
    set: null,
    how: move.set === null ? "strange" : "astray",
    at: inDrawing(move.lies),
  };
  const belongs = move.belongs && {
    tile: move.tile,
    set: move.set,
    how: lies ? "astray" : "missing",
    at: inDrawing(move.belongs),
  };
  const both = [lies, belongs].filter(Boolean);
  if (!both.length) return null;
  const box = around(
    both.map((one) => one.at),
    FREE,
  );
  if (both.length === 1 || box[2] < NEAR * pictureWidth())
    return figure(box, both, lies ? (belongs ? t("From here to there") : t("Here it lies")) : t("Here it belongs"));
  return [
    figure(around([lies.at], FREE), [lies], t("Here it lies")),
    figure(around([belongs.at], FREE), [belongs], t("Here it belongs")),
  ];
}

function figure(box, drawn, caption) {
  return h("figure", pane(box, drawn, caption, drawn.length === 2), h("figcaption", caption));
}
