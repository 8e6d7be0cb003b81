// The table with its tiles drawn in the positions where the camera sees them.

import { svg } from "../../page/dom.js";
import { keep, kept } from "../../page/remembered.js";
import { fieldOf, HEIGHT, middleOf, sideOf } from "../../think/ghosts.js";
import { t } from "../../think/texts.js";
import { called, spokenAll } from "../../think/tiles.js";
import { why } from "../turn/explained.js";
import { liesAt } from "./glide.js";
import { addTile, mendTile, nameUnread } from "./mend.js";
import { marksOf, tileInPlace, upright } from "./tiles.js";
import { inFrame, onTap } from "./zoom.js";

// CSS pixels of a tile, with its border of 1, below which the default view is rows; on a phone the limit is lower,
// because the view can be panned there
const [NARROW, NARROWEST] = [23, 15];
const PHONE = 600; // CSS pixels up to which a screen is a phone's
// greatest share of the screen's height for this view; on a large screen all but REST; game.css has the same numbers
const HIGH = 0.7;
const [LARGE, REST] = ["(min-width: 60rem) and (min-height: 36rem)", 12];
const MARGIN = 1.1; // tiles' widths left free around what is drawn
const view = { aspect: 16 / 9, turned: Number(kept("turned") || 0) };

/** Sets the picture's aspect ratio: quads are in fractions of its width and height. */
export function learnAspect(then) {
  const picture = new Image();
  picture.onload = () => {
    view.aspect = picture.naturalWidth / picture.naturalHeight;
    then();
  };
  picture.onerror = () => {};
  picture.src = "/api/picture.jpg?plain=1";
}

/** Turns the view by a quarter. */
export function turn(again) {
  view.turned = (view.turned + 1) % 4;
  keep("turned", view.turned);
  again();
}

function point([x, y]) {
  return turnedBy([x * HEIGHT * view.aspect, y * HEIGHT], view.turned);
}

function turnedBy([x, y], quarters) {
  return quarters ? turnedBy([HEIGHT * 2 - y, x], quarters - 1) : [x, y];
}

function box(quads) {
  const points = quads.flat();
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Whether the tiles are large enough in this view to be read. */
export function fits(state) {
  return sizeOf(state).tile >= narrowest();
}

function narrowest() {
  return innerWidth > PHONE ? NARROW : NARROWEST;
}

/** The greatest height of this view, in CSS pixels. */
function roomHigh() {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return matchMedia(LARGE).matches ? innerHeight - REST * rem : HIGH * innerHeight;
}

/**
 * The part of the table that is drawn, `box`, and in CSS pixels the width at which it fits (`wide`), the width of its
 * tiles then (`tile`), and the least width of a legible tile (`smallest`).
 */
function sizeOf(state) {
  const sides = state.table.flatMap((set) => set.quads.map((quad) => sideOf(quad.map(point)))).sort((a, b) => a - b);
  const side = sides[sides.length >> 1] || HEIGHT / 20;
  const [left, top, right, bottom] = box([fieldOf(state).map(point)]);
  const drawn = [
    left - MARGIN * side,
    top - MARGIN * side,
    right - left + 2 * MARGIN * side,
    bottom - top + 2 * MARGIN * side,
  ];
  const width = document.getElementById("board").clientWidth || 360;
  const wide = Math.min(width, (roomHigh() * drawn[2]) / drawn[3]);
  return { box: drawn, wide, tile: (side * wide) / drawn[2], smallest: (sides[0] * wide) / drawn[2] };
}

/** The table with tiles in their positions; if they are too small to read, it is enlarged and can be panned. */
export function inPlaces(state, doubts, mayPress) {
  const { box: viewBox, wide, smallest } = sizeOf(state);
  const { table: sets, unread = [] } = state;
  const placed = sets.map((set) => ({ ...set, at: set.quads.map((quad) => quad.map(point)) }));
  const label = t("The table. Sets: {sets}, tiles: {tiles}", {
    sets: sets.length,
    tiles: sets.reduce((n, set) => n + set.tiles.length, 0),
  });
  const felt = svg(
    "svg",
    { class: "felt", viewBox: viewBox.map(Math.round).join(" "), role: "group", "aria-label": label },
    placed.map((set, n) => (set.faults.length ? faultMark(set, n, mayPress) : null)), // below every tile
    placed.map((set, n) => placedSet(set, n, doubts, mayPress)),
    unread.map((one) => unreadTile(one, mayPress)),
    state.face_down.map((quad) => tileInPlace(" ", upright(quad.map(point)), "face-down")),
  );
  if (mayPress) onTap(felt, (event) => pictureOf(felt, event), addTile);
  return inFrame("places", t("The table"), felt, wide * Math.max(1, NARROW / smallest));
}

/** The point of a tap, in fractions of the picture. */
function pictureOf(felt, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(felt.getScreenCTM().inverse());
  const at = turnedBy([x, y], (4 - view.turned) % 4);
  return [at[0] / (HEIGHT * view.aspect), at[1] / HEIGHT];
}

function placedSet(set, n, doubts, mayPress) {
  const tiles = set.tiles.map((tile, place) => {
    const doubt = doubts.get(`${n}/${place}`);
    const drawn = tileInPlace(tile, upright(set.at[place]), marksOf(set, place, doubt));
    const glides = svg("g", { "data-glide": tile }, drawn);
    liesAt(glides, middleOf(set.at[place]), sideOf(set.at[place]));
    if (!mayPress) return glides;
    pressable(drawn, () => mendTile(n, place), doubt ? called(tile, true) : null);
    return glides;
  });
  const label = t("Set {n}: {tiles}", { n: n + 1, tiles: spokenAll(set.tiles) });
  return svg("g", { role: "group", "aria-label": label }, tiles);
}

/** An unreadable tile: its outline with a question mark. */
function unreadTile(one, mayPress) {
  const drawn = tileInPlace("??", upright(one.quad.map(point)), "unsure");
  return mayPress ? pressable(drawn, () => nameUnread(one), t("Which tile lies there?")) : drawn;
}

/** A drawn element that can be pressed; with a label it is also a tab stop. */
function pressable(drawn, action, label) {
  drawn.addEventListener("click", action);
  if (!label) {
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  }
  const attributes = { role: "button", tabindex: "0", "aria-label": label };
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
  drawn.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      action();
    }
  });
  return drawn;
}

function faultMark(set, n, mayPress) {
  const [left, top, right, bottom] = box(set.at);
  const [pad, size] = [0.28, 0.8].map((sides) => sides * sideOf(set.at[0]));
  const frame = svg("rect", {
    class: "fault-frame",
    x: left - pad,
    y: top - pad,
    rx: pad,
    width: right - left + 2 * pad,
    height: bottom - top + 2 * pad,
  });
  const beside = left - 0.58 * size; // it ends where the first tile begins
  const at = `translate(${beside.toFixed(1)} ${(top - pad).toFixed(1)}) scale(${(size / 100).toFixed(4)})`;
  const sign = svg(
    "g",
    { class: "fault-sign", transform: at },
    svg("path", { d: "M0 -60 L58 42 L-58 42 Z" }),
    svg("text", { x: 0, y: 32, "text-anchor": "middle" }, "!"),
  );
  const group = svg("g", { class: "fault" }, frame, sign);
  return mayPress ? pressable(group, () => why(set.faults), t("Set {n} is not allowed. Why?", { n: n + 1 })) : group;
}
