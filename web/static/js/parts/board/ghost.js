// The old table drawn over the present picture: its tiles in their old positions; a shape marks tiles that lie wrong.

import { all, each, h, svg } from "../../page/dom.js";
import { around as aroundQuads, HEIGHT, partsOf, sideOf, wayOf } from "../../think/ghosts.js";
import { counted, t } from "../../think/texts.js";
import { tileInPlace } from "./tiles.js";

const EVERY = 1000; // milliseconds between pictures
const HOWS = ["there", "missing", "astray", "strange"];
const SIGNS = { there: "✓", missing: "+", astray: "→", strange: "✕" };

let aspect = 16 / 9;
let redraw = () => {};
let shown = ""; // the newest picture, as a blob of this page

/** Calls back when the picture's aspect ratio is known. */
export function onShape(then) {
  redraw = then;
}

async function again() {
  if (all(".ghostly")[0]?.offsetParent) await newest().catch(() => {});
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
  for (const place of all(".ghostly img")) place.src = shown;
  if (before) setTimeout(() => URL.revokeObjectURL(before), EVERY);
  if (Math.abs(shape - aspect) > 0.01) {
    aspect = shape;
    redraw();
  }
}
again();

/** Units of the picture's width in the drawing. */
export function pictureWidth() {
  return HEIGHT * aspect;
}

/** A quad in fractions of the picture, converted to the drawing's units. */
export function inDrawing(quad) {
  return quad.map(point);
}

function point([x, y]) {
  return [x * HEIGHT * aspect, y * HEIGHT];
}

/** The part of the picture around these tiles: left, top, width, height, in the drawing's units. */
export function around(quads, free) {
  return aroundQuads(quads, aspect, free);
}

/**
 * The part `box` of the picture with the old tiles drawn over it; `label`: its description; `way`: whether an arrow
 * leads from the first place to the second.
 */
export function pane(box, drawn, label, way = false) {
  const attributes = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawing = h(
    "div.picture.ghostly",
    livePicture(box),
    svg(
      "svg",
      { class: "ghosts", viewBox: box.map((x) => x.toFixed(1)).join(" "), ...attributes },
      drawn.map(place),
      way ? arrow(drawn) : null,
    ),
  );
  // if the height is limited, the picture is made narrower: a cropped picture would not match the drawing
  drawing.style.setProperty("--shape", box[2] / box[3]);
  return drawing;
}

/** The part `box` of the newest picture, renewed while it is visible. */
export function livePicture(box) {
  const [left, top, width, height] = box;
  const here = h("img", { alt: "", src: shown || `/api/picture.jpg?plain=1&at=${Date.now()}` });
  here.style.width = `${(100 * HEIGHT * aspect) / width}%`;
  here.style.left = `${(-100 * left) / width}%`;
  here.style.top = `${(-100 * top) / height}%`;
  return here;
}

/** An arrow from a tile's present position to its proper place. */
function arrow([lies, belongs]) {
  const way = wayOf(lies.at, belongs.at);
  if (!way) return null;
  const [[x1, y1], [x2, y2]] = way.line;
  const points = way.head.map((corner) => corner.join(",")).join(" ");
  return svg(
    "g",
    { class: "way" },
    svg("line", { x1, y1, x2, y2, "stroke-width": way.wide }),
    svg("polygon", { points }),
  );
}

/** The legend of the signs over the picture. */
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

/** The picture with the old tiles, enlarged parts where a tile has to be moved, and the legend. */
export function ghost(ghosts) {
  if (!all(".ghostly")[0]?.offsetParent) shown = ""; // What was seen at an earlier turn is no picture of now.
  const drawn = ghosts.map((one) => ({ ...one, at: one.quad.map(point) }));
  const hows = HOWS.filter((how) => ghosts.some((one) => one.how === how));
  const count = (how) => ghosts.filter((one) => one.how === how && (one.set !== null || how === "strange")).length;
  const label = hows.map((how) => counts[how](count(how))).join(" ");
  return [
    pane([0, 0, HEIGHT * aspect, HEIGHT], drawn, label || t("Put the table back")),
    each("ul.signs", hows, (how) =>
      h("li", h("span", { class: `ghost-key ${how}`, "aria-hidden": "true" }, SIGNS[how]), meanings()[how]),
    ),
    each("div.near", partsOf(drawn, aspect), (box) => pane(box, drawn, "")),
  ];
}

function place(one) {
  const lies = one.set === null;
  const tile = tileInPlace(one.tile, one.at, `ghost ${one.how} ${lies ? "lies" : "place"}`);
  const size = sideOf(one.at) * 0.4;
  const [x, y] = [(one.at[0][0] + one.at[1][0]) / 2, (one.at[0][1] + one.at[1][1]) / 2];
  const shape = {
    there: "M-50 0 a50 50 0 1 0 100 0 a50 50 0 1 0 -100 0",
    missing: "M-46 -46 H46 V46 H-46 Z",
    astray: "M0 -60 L60 0 L0 60 L-60 0 Z",
    strange: "M-25 -60 H25 L60 -25 V25 L25 60 H-25 L-60 25 V-25 Z",
  };
  const sign = svg(
    "g",
    {
      class: `ghost-sign ${one.how}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 100).toFixed(4)})`,
    },
    svg("path", { d: shape[one.how] }),
    svg("text", { x: 0, y: 27, "text-anchor": "middle" }, SIGNS[one.how]),
  );
  return svg("g", {}, tile, lies && one.how === "astray" ? null : sign);
}
