// A table read from a photograph and corrected on this device. Does not use the page; each change returns a new table.

import { hull, middleOf, sideOf } from "./ghosts.js";

const ALONE = 0.04; // part of the photograph's width that a tile is wide where none is read

/** The table as it is sent to be judged again. */
export function sentOf({ sets, unsure, unread, width, height, clear }) {
  if (!width) return { sets: sets.map(({ tiles }) => tiles.join(" ")) };
  return {
    sets: sets.map(({ tiles, quads }) => ({ tiles, quads })),
    unsure: unsure.map(({ set, place, tile, confidence, or }) => ({ set, place, tile, confidence, or })),
    unread: unread.map(({ quad, or }) => ({ quad, or })),
    ...{ width, height, clear },
  };
}

/** The table with a user's name for the tile at an index; null: no tile lies there. */
export function named(table, set, place, tile) {
  const row = table.sets[set];
  const without = (list) => list.filter((_one, n) => n !== place);
  const told =
    tile === null
      ? { ...row, tiles: without(row.tiles), quads: without(row.quads) }
      : { ...row, tiles: row.tiles.map((one, n) => (n === place ? tile : one)) };
  const others = table.unsure.filter((one) => one.set !== set || one.place !== place);
  const moved = others.map((one) =>
    tile === null && one.set === set && one.place > place ? { ...one, place: one.place - 1 } : one,
  );
  return { ...table, sets: table.sets.map((one, n) => (n === set ? told : one)), unsure: moved };
}

/** The table with a tile added at a point of the photograph, with the size and angle of the nearest tile. */
export function added(table, at, tile) {
  return { ...table, sets: [...table.sets, { tiles: [tile], quads: [outlineAt(table, at)] }] };
}

/** The table with a name for an unreadable tile; null: it is no tile. */
export function settled(table, n, tile) {
  const { quad } = table.unread[n];
  const left = { ...table, unread: table.unread.filter((_one, place) => place !== n) };
  return tile === null ? left : { ...left, sets: [...left.sets, { tiles: [tile], quads: [quad] }] };
}

/** The assumed corners of a tile with its centre at a point. */
export function outlineAt(table, [x, y]) {
  const near = nearest(table, [x, y]);
  const quad = near?.quad ?? square(table.width * ALONE);
  const [left, top] = middleOf(quad);
  return quad.map((corner) => [corner[0] - left + x, corner[1] - top + y]);
}

function square(wide) {
  return [
    [0, 0],
    [wide, 0],
    [wide, wide * 1.35],
    [0, wide * 1.35],
  ];
}

/** The tile nearest to a point: {set, place, quad}; null: there is none. */
export function nearest(table, [x, y]) {
  const tiles = table.sets.flatMap((row, set) => row.quads.map((quad, place) => ({ set, place, quad })));
  const far = ({ quad }) => Math.hypot(middleOf(quad)[0] - x, middleOf(quad)[1] - y);
  return tiles.sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** The state of a row: `good`, `bad`, or in `doubt`. */
export function stands({ valid, in_doubt: inDoubt }) {
  return inDoubt ? "doubt" : valid ? "good" : "bad";
}

/** The verdict on the whole: on the turn, if the table before it is known, else on the table. */
export function whole({ turn, sets, table }) {
  if (turn) return turn.question ? "doubt" : turn.legal ? "good" : "bad";
  if (table.faults.length || sets.some((one) => stands(one) === "bad")) return "bad";
  return table.in_doubt ? "doubt" : "good";
}

/** The outline around a row's tiles: a convex polygon with a margin. */
export function around(quads, free = 0.12) {
  const grown = quads.flatMap((quad) => {
    const [x, y] = middleOf(quad);
    return quad.map((corner) => [x + (corner[0] - x) * (1 + free), y + (corner[1] - y) * (1 + free)]);
  });
  return hull(grown);
}

/** The median side of a table's tiles; an assumed value if there are none. */
export function usualSide(table) {
  const sides = table.sets.flatMap(({ quads }) => quads.map(sideOf)).sort((a, b) => a - b);
  return sides[sides.length >> 1] ?? table.width * ALONE;
}
