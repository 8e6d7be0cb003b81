// The part of the table where tiles lie, or lay earlier in this round: what is shown of it does not jump.

const field = { round: "", box: null };

/** Its corners as parts of the picture, like a tile's; null: none has lain there yet. */
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

function boxOf(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}
