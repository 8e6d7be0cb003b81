// Writing on a canvas: a text as large as there is room for, on more lines where it may have them, never too small to read.

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const LEAST = 34; // pixels of the smallest letters in a picture 1080 wide, which a phone shows a third as large
const WORD = /[^\s-]*[\s-]|[^\s-]+/gu; // with the blank or hyphen behind it
const LEADING = 1.15; // from line to line, in sizes

/** Writes a text on `most` lines at most, the last of them at `y` (or the first, where it goes `down`); what has no room even so is cut. */
export function write(pen, text, x, y, { size, weight = 600, colour, align = "center", room, most = 1, least = LEAST, down = false }) {
  const { lines, tall } = fitted(pen, text, { size, weight, room, most, least });
  pen.fillStyle = colour;
  pen.textAlign = align;
  const first = down ? y : y - (lines.length - 1) * tall * LEADING;
  lines.forEach((line, n) => pen.fillText(line.trimEnd(), x, first + n * tall * LEADING));
}

/** The lines of a text, and the largest size in which its words have room; in the smallest, words are broken too. */
function fitted(pen, text, { size, weight, room, most, least }) {
  for (let tall = size; tall > least; tall -= 2) {
    pen.font = `${weight} ${tall}px ${FONT}`;
    const lines = wrapped(pen, text.match(WORD), room);
    if (lines.length <= most && lines.every((line) => hasRoom(pen, line, room))) return { lines, tall };
  }
  pen.font = `${weight} ${least}px ${FONT}`;
  const words = text.match(WORD).flatMap((word) => (hasRoom(pen, word, room) ? [word] : [...word]));
  const lines = wrapped(pen, words, room);
  return { lines: lines.length > most ? cut(pen, lines, room, most) : lines, tall: least };
}

function hasRoom(pen, line, room) {
  return pen.measureText(line.trimEnd()).width <= room;
}

/** Pieces put on lines, as many on each as there is room for. */
function wrapped(pen, pieces, room) {
  const lines = [""];
  for (const piece of pieces) {
    const last = lines.length - 1;
    if (!lines[last] || hasRoom(pen, lines[last] + piece, room)) lines[last] += piece;
    else lines.push(piece);
  }
  return lines;
}

/** The first lines, the last of which says that there is more. */
function cut(pen, lines, room, most) {
  let last = lines.slice(most - 1).join("");
  while (pen.measureText(`${last}…`).width > room) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}
