// The old table as a ghost over the picture now: its tiles in their old places, what lies wrong marked by shape.

import { h, svg } from "../../page/dom.js";
import { tileInPlace } from "./tiles.js";
import { counted, t } from "../../page/texts.js";

const EVERY = 1000; // milliseconds between pictures
const HEIGHT = 1000; // units of the picture's height in the drawing
export const PICTURE_HEIGHT = HEIGHT;
const AROUND = 1.1; // sides of a tile left free around what is drawn
const SMALLEST = 0.16; // part of the picture's width that is shown at least
const HOWS = ["there", "missing", "astray", "strange"];
const SIGNS = { there: "✓", missing: "+", astray: "→", strange: "✕" };

let aspect = 16 / 9;
let redraw = () => {};
let shown = ""; // the newest picture, as a blob of this page

/** Calls back when the picture's shape is known. */
export function onShape(then) {
  redraw = then;
}

async function again() {
  if (document.querySelector(".ghostly")?.offsetParent) await newest().catch(() => {});
  setTimeout(again, EVERY);
}

async function newest() {
  const answer = await fetch("/api/picture.jpg?plain=1");
  if (!answer.ok) return;
  const picture = new Image();
  picture.src = URL.createObjectURL(await answer.blob());
  await picture.decode();
  const [before, shape] = [shown, picture.naturalWidth / picture.naturalHeight];
  shown = picture.src;
  for (const place of document.querySelectorAll(".ghostly img")) place.src = shown;
  if (before) setTimeout(() => URL.revokeObjectURL(before), EVERY);
  if (Math.abs(shape - aspect) > 0.01) { aspect = shape; redraw(); }
}
again();

/** Units of the picture's width in the drawing. */
export function pictureWidth() {
  return HEIGHT * aspect;
}

/** Four corners, parts of the picture, in the drawing's units. */
export function inDrawing(quad) {
  return quad.map(point);
}

function point([x, y]) {
  return [x * HEIGHT * aspect, y * HEIGHT];
}

function sideOf(quad) {
  return Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
}

/** The part of the picture around these tiles: left, top, width, height, in the drawing's units. */
export function around(quads, free = AROUND) {
  const [all, high] = [HEIGHT * aspect, HEIGHT];
  const margin = free * Math.max(...quads.map(sideOf));
  const [xs, ys] = [0, 1].map((axis) => quads.flat().map((corner) => corner[axis]));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [wide, tall] = [Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
  const width = Math.min(all, Math.max(wide, tall * aspect, SMALLEST * all));
  const height = width / aspect;
  const fit = (at, size, whole, most) => Math.max(0, Math.min(most - whole, at - (whole - size) / 2));
  return [fit(left, wide, width, all), fit(top, tall, height, high), width, height];
}

/** The parts of the picture where something is to be done, those together that overlap; none where they are nearly all. */
function parts(drawn) {
  const wrong = drawn.filter((one) => one.how !== "there");
  let groups = wrong.map((one) => [one, ...drawn.filter((other) => one.set !== null && other.set === one.set)]);
  for (let changed = true; changed;) {
    changed = false;
    for (const group of groups) {
      const other = groups.find((one) => one !== group && overlap(around(group.map((g) => g.at)), around(one.map((g) => g.at))));
      if (!other) continue;
      groups = [...groups.filter((one) => one !== group && one !== other), [...group, ...other]];
      changed = true;
      break;
    }
  }
  return groups.map((group) => around(group.map((one) => one.at))).filter(([, , width]) => width < 0.75 * HEIGHT * aspect);
}

function overlap(one, other) {
  return [0, 1].every((axis) => one[axis] < other[axis] + other[axis + 2] && other[axis] < one[axis] + one[axis + 2]);
}

/** The picture as far as `box` goes, with the ghost over it; `label` says what is to be seen, `way`: an arrow between two. */
export function pane(box, drawn, label, way = false) {
  const looks = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawing = h("div", { class: "picture ghostly" }, livePicture(box),
    svg("svg", { class: "ghosts", viewBox: box.map((x) => x.toFixed(1)).join(" "), ...looks }, drawn.map(place), way ? arrow(drawn) : null));
  drawing.style.setProperty("--shape", box[2] / box[3]); // where it may not be high it is made narrow: cut, it lay askew under the ghost
  return drawing;
}

/** The newest picture as far as `box` goes; it is renewed while it is seen. */
export function livePicture(box) {
  const [left, top, width, height] = box;
  const here = h("img", { alt: "", src: shown || `/api/picture.jpg?plain=1&at=${Date.now()}` });
  here.style.width = `${(100 * HEIGHT * aspect) / width}%`;
  here.style.left = `${(-100 * left) / width}%`;
  here.style.top = `${(-100 * top) / height}%`;
  return here;
}

/** From where a tile lies to where it belongs. */
function arrow([lies, belongs]) {
  const [[x, y], [toX, toY]] = [lies, belongs].map((one) => [0, 1].map((axis) => one.at.reduce((sum, corner) => sum + corner[axis] / 4, 0)));
  const [long, side] = [Math.hypot(toX - x, toY - y), sideOf(lies.at)];
  if (long < 1.4 * side) return null;
  const [ux, uy] = [(toX - x) / long, (toY - y) / long];
  const [startX, startY, endX, endY] = [x + ux * side * 0.6, y + uy * side * 0.6, toX - ux * side * 0.75, toY - uy * side * 0.75];
  const head = [[endX, endY], [endX - ux * side * 0.5 - uy * side * 0.32, endY - uy * side * 0.5 + ux * side * 0.32], [endX - ux * side * 0.5 + uy * side * 0.32, endY - uy * side * 0.5 - ux * side * 0.32]];
  return svg("g", { class: "way" }, svg("line", { x1: startX, y1: startY, x2: endX - ux * side * 0.4, y2: endY - uy * side * 0.4, "stroke-width": side * 0.14 }), svg("polygon", { points: head.map((p) => p.join(",")).join(" ") }));
}

/** What each sign over the picture means. */
function meanings() {
  return {
    there: t("is in its place"),
    missing: t("belongs here, is not on the table"),
    astray: t("belongs here, lies elsewhere"),
    strange: t("back to the rack"),
  };
}

const counts = {
  there: (n) => counted(n, "{n} tile is in its place.", "{n} tiles are in their places."),
  missing: (n) => counted(n, "{n} tile is not on the table.", "{n} tiles are not on the table."),
  astray: (n) => counted(n, "{n} tile lies elsewhere.", "{n} tiles lie elsewhere."),
  strange: (n) => counted(n, "{n} tile goes back to the rack.", "{n} tiles go back to the rack."),
};

/** Picture and ghost, the places where something is to be done near by, and what the signs mean. */
export function ghost(ghosts) {
  if (!document.querySelector(".ghostly")?.offsetParent) shown = ""; // What was seen at an earlier turn is no picture of now.
  const drawn = ghosts.map((one) => ({ ...one, at: one.quad.map(point) }));
  const hows = HOWS.filter((how) => ghosts.some((one) => one.how === how));
  const count = (how) => ghosts.filter((one) => one.how === how && (one.set !== null || how === "strange")).length;
  const label = hows.map((how) => counts[how](count(how))).join(" ");
  return [
    pane([0, 0, HEIGHT * aspect, HEIGHT], drawn, label || t("Put the table back")),
    h("ul", { class: "signs" }, hows.map((how) => h("li", {}, h("span", { class: `ghost-key ${how}`, "aria-hidden": "true" }, SIGNS[how]), meanings()[how]))),
    h("div", { class: "near" }, parts(drawn).map((box) => pane(box, drawn, ""))),
  ];
}

function place(one) {
  const lies = one.set === null;
  const tile = tileInPlace(one.tile, one.at, `ghost ${one.how} ${lies ? "lies" : "place"}`);
  const size = sideOf(one.at) * 0.4;
  const [x, y] = [(one.at[0][0] + one.at[1][0]) / 2, (one.at[0][1] + one.at[1][1]) / 2];
  const shape = { there: "M-50 0 a50 50 0 1 0 100 0 a50 50 0 1 0 -100 0", missing: "M-46 -46 H46 V46 H-46 Z", astray: "M0 -60 L60 0 L0 60 L-60 0 Z", strange: "M-25 -60 H25 L60 -25 V25 L25 60 H-25 L-60 25 V-25 Z" };
  const sign = svg("g", { class: `ghost-sign ${one.how}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(4)})` },
    svg("path", { d: shape[one.how] }), svg("text", { x: 0, y: 27, "text-anchor": "middle" }, SIGNS[one.how]));
  return svg("g", {}, tile, lies && one.how === "astray" ? null : sign);
}
