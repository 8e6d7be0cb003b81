// Over the live picture on the phone: which part of the table is seen whole, and the tiles that are read in it.

import { svg } from "../../page/dom.js";

const AROUND = 0.03; // part of the picture's height that the outline of the table stays away from its tiles
const EDGE = 0.012; // part of the picture at its edge in which a tile is not seen whole, as the table's advice has it

/**
 * Draws the part that is seen whole, the state's tiles, and the outline around them into `paper`; `size`: of the
 * picture.
 */
export function drawOver(paper, state, [width, height]) {
  const quads = [...state.table.flatMap((row) => row.quads), ...(state.unread || []).map((one) => one.quad)];
  paper.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const drawn = quads.map((quad) => quad.map(([x, y]) => [x * width, y * height]));
  const isCut = quads
    .flat()
    .flat()
    .some((part) => Math.min(part, 1 - part) < EDGE);
  const around = outline(drawn.flat(), AROUND * height);
  paper.replaceChildren(
    ...[
      polygon(seenWhole(width, height), "whole"),
      around.length ? polygon(around, `reach ${isCut ? "cut" : ""}`) : null,
      ...drawn.map((quad) => polygon(quad, "read")),
    ].filter(Boolean),
  );
}

/** The corners of what is not at the picture's edge: a tile outside is cut. */
function seenWhole(width, height) {
  const [left, top] = [EDGE * width, EDGE * height];
  return [
    [left, top],
    [width - left, top],
    [width - left, height - top],
    [left, height - top],
  ];
}

function polygon(points, kind) {
  return svg("polygon", { class: kind, points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
}

/** The convex outline of points, so far outside them. */
function outline(points, away) {
  if (points.length < 3) return [];
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  return hull(points).map(([x, y]) => {
    const far = Math.hypot(x - middle[0], y - middle[1]) || 1;
    return [x + (away * (x - middle[0])) / far, y + (away * (y - middle[1])) / far];
  });
}

/** The corners of the smallest convex shape around points, in order. */
function hull(points) {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const turns = ([ox, oy], [ax, ay], [bx, by]) => (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  const half = (ordered) =>
    ordered.reduce((kept, point) => {
      while (kept.length > 1 && turns(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      return [...kept, point];
    }, []);
  return [...half(sorted).slice(0, -1), ...half(sorted.reverse()).slice(0, -1)];
}
