// Geometry for drawing a table's old positions over its picture: the part that is shown, and arrows for moves. It also
// finds the part of the picture in which the round was played so far. A drawing is HEIGHT units high and HEIGHT times
// the picture's aspect ratio wide; a quad is a tile's four corners in these units.

export const HEIGHT = 1000; // units of the picture's height in the drawing
const AROUND = 1.1; // sides of a tile left free around what is drawn
const SMALLEST = 0.16; // part of the picture's width that is shown at least

/** The length of a quad's top side. */
export function sideOf(quad) {
  return Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
}

/** The part of the picture around these tiles: left, top, width, height, in the drawing's units. */
export function around(quads, aspect, free = AROUND) {
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

/**
 * The parts of the picture where a tile has to be moved, joined if they overlap; no parts if they cover nearly all of
 * it.
 */
export function partsOf(drawn, aspect) {
  const wrong = drawn.filter((one) => one.how !== "there");
  const shown = (group) =>
    around(
      group.map((one) => one.at),
      aspect,
    );
  let groups = wrong.map((one) => [one, ...drawn.filter((other) => one.set !== null && other.set === one.set)]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const group of groups) {
      const other = groups.find((one) => one !== group && overlap(shown(group), shown(one)));
      if (!other) continue;
      groups = [...groups.filter((one) => one !== group && one !== other), [...group, ...other]];
      changed = true;
      break;
    }
  }
  return groups.map(shown).filter(([, , width]) => width < 0.75 * HEIGHT * aspect);
}

function overlap(one, other) {
  return [0, 1].every((axis) => one[axis] < other[axis] + other[axis + 2] && other[axis] < one[axis] + one[axis + 2]);
}

/** An arrow from one quad to another: its line, its width, its head; null if they are too near. */
export function wayOf(lies, belongs) {
  const [[x, y], [toX, toY]] = [lies, belongs].map(middleOf);
  const [long, side] = [Math.hypot(toX - x, toY - y), sideOf(lies)];
  if (long < 1.4 * side) return null;
  const [ux, uy] = [(toX - x) / long, (toY - y) / long];
  const [endX, endY] = [toX - ux * side * 0.75, toY - uy * side * 0.75];
  const start = [x + ux * side * 0.6, y + uy * side * 0.6];
  const [backX, backY, acrossX, acrossY] = [ux * side * 0.5, uy * side * 0.5, uy * side * 0.32, ux * side * 0.32];
  const head = [
    [endX, endY],
    [endX - backX - acrossX, endY - backY + acrossY],
    [endX - backX + acrossX, endY - backY - acrossY],
  ];
  return { line: [start, [endX - ux * side * 0.4, endY - uy * side * 0.4]], wide: side * 0.14, head };
}

/** The centre of a quad. */
export function middleOf(quad) {
  return [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis] / 4, 0));
}

const field = { round: "", box: null };

/** The corners of the part in which the round was played, in fractions of the picture; null: no tile was seen yet. */
export function fieldOf(state) {
  const round = `${state.match?.number}/${state.match?.round}`;
  if (field.round !== round) Object.assign(field, { round, box: null });
  const corners = [...state.table.flatMap((row) => row.quads), ...(state.unread || []).map((one) => one.quad)].flat();
  if (field.box) corners.push(field.box[0], field.box[2]);
  if (!corners.length) return null;
  const box = boxOf(corners);
  if (state.steady) field.box = box; // a hand that is taken for a tile widens nothing for long
  return box;
}

/** The upright box around these corners, as its own four corners. */
export function boxOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The convex hull of points, in order. */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const line = [];
    for (const point of list) {
      while (line.length > 1 && turns(line[line.length - 2], line[line.length - 1], point) <= 0) line.pop();
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turns([ax, ay], [bx, by], [cx, cy]) {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
