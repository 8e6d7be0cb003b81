// Putting a failed turn's table back: the next move enlarged, then all moves in words, and the old table drawn over the
// picture. A television shows only the next move, with the picture of its place.

import { button, buttons, each, h } from "../../page/dom.js";
import { press } from "../../page/table.js";
import { counted, said, t } from "../../think/texts.js";
import { byPhotos, photoButton, photoSaid } from "../turn/photo-claim.js";
import { around, ghost, inDrawing, pane, pictureWidth } from "./ghost.js";
import { tileElement } from "./tiles.js";

const isOpen = { done: false, whole: false };

export function back(state) {
  const { moves, ghosts } = state.restore || { moves: [], ghosts: [] };
  const [left, done] = [moves.filter((one) => !one.done), moves.filter((one) => one.done)];
  if (byPhotos(state)) return backByPhotos(state, left, done);
  return [
    nextMove(state),
    h("p", { role: "status", class: "sum" }, counted(left.length, "{n} move left", "{n} moves left")),
    left.length > 1 && h("ol.moves", { start: done.length + 2 }, left.slice(1).map(move)),
    done.length ? fold("done", t("Done: {n}", { n: done.length }), each("ol.moves", done, move)) : null,
    buttons(
      button(t("The table is as it was"), () => press("/api/turn/restored"), { id: "restored" }),
      button(
        t("Nobody remembers the rest: put it into the pool and go on"),
        () => press("/api/turn/restored", { anyway: true }),
        { id: "restored-anyway", class: "quiet" },
      ),
    ),
    fold("whole", t("The whole table as it was"), ghost(ghosts)),
  ];
}

/**
 * Putting back without a camera: the moves in words, the photographs before and after the turn, and a button for a
 * photograph of the restored table.
 */
function backByPhotos(state, left, done) {
  const { turn } = state.verdict;
  const side = (name, caption) =>
    h("figure", h("img", { src: `/api/turns/${turn}/${name}.jpg`, alt: caption }), h("figcaption", caption));
  return [
    h("p.lead", t("Put the table back as it was.")),
    h("ol.moves", [...left, ...done].map(move)),
    h(
      "div.pair",
      state.restore?.table.length ? side("before", t("Before the turn")) : null,
      side("after", t("After the turn")),
    ),
    buttons(
      photoButton(t("It is back: take a picture"), "back-photo", false),
      button(t("It is back"), () => press("/api/turn/restored"), { id: "restored" }),
    ),
    photoSaid() && h("p.hint", photoSaid()),
  ];
}

/** A section that can be opened, and stays open when the moves are redrawn. */
function fold(name, title, children) {
  return h(
    "details",
    {
      open: isOpen[name],
      id: `fold-${name}`,
      ontoggle: (event) => {
        isOpen[name] = event.target.open;
      },
    },
    h("summary", title),
    children,
  );
}

function move(one) {
  return h(
    "li",
    { class: one.done ? "ticked" : "" },
    h("span.tick", { "aria-hidden": "true" }, one.done ? "✓" : "○"),
    h("span.tiles", tileElement(one.tile)),
    h("span", said(one)),
    one.done ? h("span.unseen", t("done")) : null,
  );
}

const NEAR = 0.6; // part of the picture's width up to which one crop shows both places
const FREE = 2.2; // sides of a tile left free around it

/** The elements for the next move; empty if no table is put back. */
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
