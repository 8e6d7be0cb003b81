// The live picture with the outlines of the tiles: a tap on a tile corrects it, a tap beside adds one. For the keyboard
// all outlines are one tab stop: arrow keys move between tiles, Enter corrects.

import { all, byId, h, svg } from "../../page/dom.js";
import { fieldOf, HEIGHT, middleOf, sideOf } from "../../think/ghosts.js";
import { t } from "../../think/texts.js";
import { called } from "../../think/tiles.js";
import { inDrawing, livePicture, pictureWidth } from "./ghost.js";
import { addTile, mendAbsent, mendTile, nameUnread } from "./mend.js";
import { inFrame, onTap } from "./zoom.js";

const FREE = 2.5; // sides of a tile shown around all of them: one that is missed lies there
const LEAST = [12, 8]; // sides of a tile that are shown at least, across and down
// CSS pixels of a tile that a finger can hit; on a phone the picture is enlarged until its tiles have this size
const TAPPED = 26;
const PHONE = 600; // CSS pixels up to which a screen is a phone's: a wider one shows the whole place where tiles lie
const HIGH = 0.64; // part of the screen's height that the picture may have; mending.css says the same
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // how much more a step to the side counts than one ahead
const middles = new WeakMap(); // the middle of each outline in the drawing: outline → point
let stop = "outline-0-0"; // the outline at which the keyboard stops

/** The picture of a state in its frame, which is `wide` CSS pixels wide. */
export function pictured(state, wide) {
  const unread = state.unread || [];
  const quads = [...state.table.flatMap((row) => row.quads), ...unread.map((one) => one.quad)].map(inDrawing);
  const field = fieldOf(state);
  const box = boxAround(quads, field ? inDrawing(field) : []);
  const paper = svg(
    "svg",
    {
      class: "outlines",
      viewBox: box.map((part) => part.toFixed(1)).join(" "),
      role: "group",
      "aria-label": t("The picture of the table: tap a tile to mend it, an empty place to add one"),
    },
    svg("rect", { class: "ground", x: box[0], y: box[1], width: box[2], height: box[3] }),
    state.table.map((row, set) => row.quads.map((quad, place) => outline(state, row, set, place, quad))),
    state.absent.map(absent),
    unread.map(unreadTile),
    state.face_down.map((quad) => svg("polygon", { class: "face-down", points: inDrawing(quad).join(" ") })),
  );
  onTap(
    paper.firstChild,
    (event) => {
      const [x, y] = pointOf(paper, event);
      return [x / pictureWidth(), y / HEIGHT];
    },
    addTile,
  );
  beginAt(paper);
  const part = (axis) => middle(quads.map((quad) => quad[0][axis] - box[axis])) / box[axis + 2];
  return inFrame(
    "picture",
    t("The picture"),
    h("div.picture.ghostly", livePicture(box), paper),
    widthOf(box, quads, wide),
    [part(0), part(1)],
  );
}

/** The width of the drawn picture: it fits the frame; on a phone it is larger, so that a finger can hit a tile. */
function widthOf(box, quads, wide) {
  const whole = Math.min(wide, (HIGH * innerHeight * box[2]) / box[3]);
  return innerWidth > PHONE ? whole : Math.max(wide, (TAPPED * box[2]) / usualSide(quads));
}

/** The part of the picture with all present and former tiles and a margin; the whole picture if no tile is read. */
function boxAround(quads, field) {
  const [all, high] = [pictureWidth(), HEIGHT];
  if (!quads.length) return [0, 0, all, high];
  const [xs, ys] = [0, 1].map((axis) => field.map((corner) => corner[axis]));
  const [left, right] = reach(xs, LEAST[0], usualSide(quads), all);
  const [top, bottom] = reach(ys, LEAST[1], usualSide(quads), high);
  return [left, top, right - left, bottom - top];
}

/** The visible range along one axis, within the picture. */
function reach(places, least, side, most) {
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const margin = Math.max(FREE * side, (least * side - (to - from)) / 2);
  return [Math.max(0, from - margin), Math.min(most, to + margin)];
}

/** The median side of the tiles. */
function usualSide(quads) {
  return middle(quads.map(sideOf)) || Infinity;
}

function middle(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] || 0;
}

function outline(state, row, set, place, quad) {
  const isUnsure = state.unsure.some((one) => one.set === set && one.place === place);
  const isTold = row.told?.includes(place);
  const label = called(row.tiles[place], isUnsure);
  return marked(
    inDrawing(quad),
    { id: `outline-${set}-${place}`, "aria-label": label },
    `${isUnsure ? "unsure" : ""} ${isTold ? "told" : ""} ${row.faults.length ? "faulty" : ""}`,
    isTold ? "✎" : isUnsure ? "?" : "",
    () => mendTile(set, place),
  );
}

function absent(one, place) {
  const said = one.row
    ? t("Somebody said that this is no part of the game.")
    : t("Somebody said that no tile lies there.");
  return marked(inDrawing(one.quad), { id: `outline-absent-${place}`, "aria-label": said }, "absent", "✕", () =>
    mendAbsent(place),
  );
}

function unreadTile(one, place) {
  return marked(
    inDrawing(one.quad),
    { id: `outline-unread-${place}`, "aria-label": t("Which tile lies there?") },
    "unsure",
    "?",
    () => nameUnread(one),
  );
}

/** An outline that can be pressed: corners in the drawing, attributes, classes, and a sign at its corner. */
export function marked(corners, named, kind, sign, action) {
  const side = sideOf(corners);
  const keys = (event) => pressedAt(drawn, event, action);
  const drawn = svg(
    "g",
    {
      class: `outline ${kind}`,
      role: "button",
      tabindex: "-1",
      ...named,
      onclick: action,
      onkeydown: keys,
      onfocus: () => stopAt(drawn),
    },
    svg("polygon", { points: corners.map((point) => point.join(",")).join(" "), "stroke-width": side * 0.06 }),
    sign ? svg("circle", { cx: corners[1][0], cy: corners[1][1], r: side * 0.24 }) : null,
    sign
      ? svg(
          "text",
          { x: corners[1][0], y: corners[1][1] + side * 0.12, "text-anchor": "middle", "font-size": side * 0.36 },
          sign,
        )
      : null,
  );
  middles.set(drawn, middleOf(corners));
  return drawn;
}

/** Handles keys: Enter corrects the tile with the focus, an arrow moves to the nearest outline in its direction. */
function pressedAt(drawn, event, action) {
  const way = ARROWS[event.key];
  if (!way && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (way) nextTo(drawn, way)?.focus();
  else action();
}

function nextTo(from, [x, y]) {
  const [fromX, fromY] = middles.get(from);
  const far = (one) => {
    const [dx, dy] = [middles.get(one)[0] - fromX, middles.get(one)[1] - fromY];
    const ahead = dx * x + dy * y;
    return ahead > 0 ? ahead + ASIDE * Math.abs(dx * y + dy * x) : Infinity;
  };
  const others = all(".outline", from.ownerSVGElement).filter((one) => far(one) < Infinity);
  return others.sort((a, b) => far(a) - far(b))[0];
}

/** Makes the outline that had the focus last, or else the first outline, the tab stop. */
export function beginAt(paper) {
  const marks = [...paper.querySelectorAll(".outline")];
  (marks.find((mark) => mark.id === stop) || marks[0])?.setAttribute("tabindex", "0");
}

function stopAt(drawn) {
  byId(stop)?.setAttribute("tabindex", "-1");
  stop = drawn.id;
  drawn.setAttribute("tabindex", "0");
}

/** The point of a tap, in the drawing's units. */
export function pointOf(paper, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(paper.getScreenCTM().inverse());
  return [point.x, point.y];
}
