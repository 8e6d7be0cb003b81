// Corrections by pointing: names a tile, removes one, adds one where none is read, or takes a correction back.

import { button, buttons, h } from "../../page/dom.js";
import { closeSheet, openSheet } from "../../page/sheet.js";
import { now, press } from "../../page/table.js";
import { middleOf } from "../../think/ghosts.js";
import { likelyBeside, likelyIn, likelyUnread } from "../../think/likely.js";
import { spoken, t } from "../../think/texts.js";
import { pickTile } from "./tiles.js";

/** The rectified, enlarged picture of a place on the table; `quad`: its corners in fractions of the picture. */
export function cropOf(quad, more = "") {
  const corners = quad
    .flat()
    .map((part) => Number(part).toFixed(4))
    .join(",");
  return h("img", {
    class: `crop ${more}`,
    src: `/api/crop.jpg?quad=${corners}`,
    alt: t("The place as the camera sees it"),
  });
}

/** Identifies a tile as it is shown now: the table refuses the answer if another tile is in its place by then. */
export function shownIn(set, place) {
  const row = now.state.table[set];
  return { quad: row.quads[place], at: { set, place, mark: row.marks[place] } };
}

/** Names a tile that was shown; if it is no longer read, adds it instead. */
export function tell({ quad, at }, tile) {
  const { table } = now.state;
  const near = nearest(now.state, middleOf(quad));
  const isRead = near && apart(near.middle, middleOf(quad)) < apart(quad[0], quad[1]) / 2;
  const isThere = isRead || table.some(({ marks }) => marks.includes(at.mark));
  return isThere ? press("/api/tile", { ...at, tile }) : tellThere(middleOf(quad), tile);
}

function closing(act) {
  return () => {
    closeSheet();
    act();
  };
}

/** Asks for the name of the tile at an index of a set; it may be none, or an earlier answer is taken back. */
export function mendTile(set, place) {
  const state = now.state;
  const row = state.table[set];
  if (!row || place >= row.tiles.length) return;
  const doubt = state.unsure.find((one) => one.set === set && one.place === place);
  const shown = shownIn(set, place);
  const more = buttons(
    button(
      t("No tile lies there"),
      closing(() => press("/api/tile", { ...shown.at, tile: null })),
      { class: "remove", id: "no-tile" },
    ),
    row.told?.includes(place)
      ? button(
          t("Take back what was said of it"),
          closing(() => press("/api/tile/untold", shown.at)),
          { id: "untell" },
        )
      : null,
  );
  const likely = likelyIn(row.tiles, place, doubt);
  pickTile(t("Which tile is it?"), likely, (tile) => tell(shown, tile), more, cropOf(shown.quad));
}

/** Asks which tile lies at a point (in fractions of the picture) where none is read. */
export function addTile(at) {
  const state = now.state;
  const near = nearest(state, at);
  const likely = near
    ? likelyBeside(near.row.tiles, near.place === 0, near.place === near.row.tiles.length - 1, state.missing)
    : state.missing.slice(0, 3);
  const outline = near
    ? near.quad.map(([x, y]) => [x - near.middle[0] + at[0], y - near.middle[1] + at[1]])
    : alone(at);
  pickTile(t("Which tile lies there?"), likely, (tile) => tellThere(at, tile), null, cropOf(outline));
}

/** Asks for the name of an unreadable tile with these corners; the answer may be that no tile lies there. */
export function nameUnread({ quad, or }) {
  const none = buttons(
    button(
      t("No tile lies there"),
      closing(() => tellFree(middleOf(quad))),
      { class: "remove", id: "no-tile" },
    ),
  );
  pickTile(
    t("Which tile lies there?"),
    likelyAt({ quad, or }),
    (tile) => tellThere(middleOf(quad), tile),
    none,
    cropOf(quad),
  );
}

/** The likeliest names of an unreadable tile. */
export function likelyAt({ quad, or }) {
  const near = nearest(now.state, middleOf(quad));
  return likelyUnread(
    or,
    near ? likelyBeside(near.row.tiles, near.place === 0, near.place === near.row.tiles.length - 1, []) : [],
    now.state.missing,
  );
}

/** The assumed corners of a tile, if no other tile on the table shows how large tiles are. */
function alone([x, y]) {
  const [width, height] = now.state.camera.size || [16, 9];
  const [wide, high] = [0.0125, (0.017 * width) / height];
  return [
    [x - wide, y - high],
    [x + wide, y - high],
    [x + wide, y + high],
    [x - wide, y + high],
  ];
}

/** Says that this tile lies at a point (in fractions of the picture). */
export function tellThere(at, tile) {
  return press("/api/tile", { at: pixels(at), tile });
}

/** Says that no tile lies at a point (in fractions of the picture) where an unreadable one is seen. */
export function tellFree(at) {
  return press("/api/tile", { at: pixels(at), tile: null });
}

function pixels([x, y]) {
  const [width, height] = now.state.camera.size || [0, 0];
  return [Math.round(x * width), Math.round(y * height)];
}

/** Shows a place that a player called empty, with a button that takes this back. */
export function mendAbsent(place) {
  const one = now.state.absent[place];
  if (!one) return;
  openSheet(
    one.row ? t("Somebody said that this is no part of the game.") : t("Somebody said that no tile lies there."),
    cropOf(one.quad),
    buttons(
      button(
        one.row ? t("These are tiles of the game") : t("There is a tile: {tile}", { tile: spoken(one.tile) }),
        closing(() => press("/api/tile/untold", { absent: place, mark: one.mark })),
        { id: "untell-absent", class: "big" },
      ),
    ),
  );
}

/**
 * The distance of two points, given in fractions of the picture, in its pixels.
 * @param {number[]} one
 * @param {number[]} other
 */
function apart(one, other) {
  const [width, height] = now.state.camera.size || [16, 9];
  return Math.hypot((one[0] - other[0]) * width, (one[1] - other[1]) * height);
}

/** The tile nearest to a point, with its row. */
function nearest(state, at) {
  const tiles = state.table.flatMap((row) =>
    row.quads.map((quad, place) => ({ row, place, quad, middle: middleOf(quad) })),
  );
  return tiles.sort((a, b) => apart(a.middle, at) - apart(b.middle, at))[0] || null;
}

/** The position at which a tile would continue a row. */
export function afterRow(row) {
  const [last, before] = [row.quads[row.quads.length - 1], row.quads[row.quads.length - 2]].map(
    (quad) => quad && middleOf(quad),
  );
  const [left, right] = [0, 1].map((side) =>
    middleOf([row.quads[0][side], row.quads[0][side], row.quads[0][3 - side], row.quads[0][3 - side]]),
  );
  const step = before ? [last[0] - before[0], last[1] - before[1]] : [right[0] - left[0], right[1] - left[1]];
  return [last[0] + step[0], last[1] + step[1]].map((part) => Math.min(0.999, Math.max(0.001, part)));
}
