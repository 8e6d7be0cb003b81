// A picture of the match for sharing, drawn on this device; nothing is uploaded. Each text is as large as fits, on
// several lines if allowed, and never too small to read.

import { handOver } from "../../page/share.js";
import { signed } from "../../think/points.js";
import { isolated, language, t } from "../../think/texts.js";
import { winnersTold } from "../../think/verdicts.js";
import { placed } from "./podium.js";

const [WIDTH, HEIGHT] = [1080, 1350];
const MARGIN = 80;
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const LEAST = 34; // pixels of the smallest letters in a picture 1080 wide, which a phone shows a third as large
const WORD = /[^\s-]*[\s-]|[^\s-]+/gu; // with the blank or hyphen behind it
const LEADING = 1.15; // from line to line, in sizes
const COLOURS = {
  felt: "#2d6553",
  deep: "#1d3f35",
  ivory: "#fbf7ea",
  ink: "#1b1b1b",
  gold: "#ffd24a",
  pale: "#cfe3d8",
};
const [PALE, IVORY, INK] = [{ colour: COLOURS.pale }, { colour: COLOURS.ivory }, { colour: COLOURS.ink }];
const [BOLD, HEAVY] = [{ weight: 700 }, { weight: 800 }];
const POINTS = 170; // pixels for the points of whoever is on no step
const ROOM = WIDTH - 2 * MARGIN;
const STEPS = { 1: 310, 2: 240, 3: 190 }; // height of a podium's step by its place

/** The picture as a canvas. `highlights`: {label, text} each. */
export function keepsake(state, highlights) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", t("The picture of this evening: {result}", { result: winnersTold(state) }));
  const pen = canvas.getContext("2d");
  ground(pen);
  const date = new Date().toLocaleDateString(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  write(pen, date, WIDTH / 2, 66, 38, ROOM, PALE);
  write(pen, winnersTold(state), WIDTH / 2, 212, 68, ROOM, { ...IVORY, ...HEAVY, most: 2 });
  const all = placed(state);
  steps(pen, all.slice(0, 3));
  const below = others(pen, all.slice(3), 725);
  numbers(pen, highlights, below);
  write(pen, "Tilewatch", WIDTH / 2, HEIGHT - 48, 34, ROOM, PALE);
  return canvas;
}

function ground(pen) {
  const shade = pen.createRadialGradient(WIDTH / 2, HEIGHT * 0.3, 100, WIDTH / 2, HEIGHT * 0.3, HEIGHT);
  shade.addColorStop(0, COLOURS.felt);
  shade.addColorStop(1, COLOURS.deep);
  pen.fillStyle = shade;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

function steps(pen, three) {
  const floor = 670;
  const order = [three[1], three[0], three[2]];
  const wide = 290;
  order.forEach((player, n) => {
    if (!player) return;
    const [left, tall] = [WIDTH / 2 + (n - 1.5) * (wide + 12) + 6, STEPS[player.place] || STEPS[3]];
    pen.fillStyle = player.place === 1 ? COLOURS.gold : COLOURS.ivory;
    pen.beginPath();
    pen.roundRect(left, floor - tall, wide, tall, [24, 24, 6, 6]);
    pen.fill();
    const middle = left + wide / 2;
    write(pen, player.name, middle, floor - tall - 26, 46, wide, { ...IVORY, ...BOLD, most: 2 });
    write(pen, String(player.place), middle, floor - tall + 84, 76, wide, { ...INK, ...HEAVY });
    write(pen, signed(player.score), middle, floor - 26, 50, wide - 20, { ...INK, ...BOLD });
  });
}

/** Writes the players behind the third, one line each; returns where the next content may begin. */
function others(pen, rest, top) {
  rest.forEach((player, n) => {
    const y = top + 10 + n * 50;
    write(pen, `${player.place}. ${isolated(player.name)}`, MARGIN, y, 38, ROOM - POINTS, { ...IVORY, align: "left" });
    write(pen, signed(player.score), WIDTH - MARGIN, y, 38, POINTS, { ...IVORY, align: "right" });
  });
  return top + rest.length * 50;
}

function numbers(pen, highlights, top) {
  const tall = Math.min(132, (HEIGHT - 110 - top) / Math.max(1, highlights.length));
  const most = tall > 128 ? 2 : 1;
  highlights.forEach((one, n) => {
    const y = top + 34 + n * tall;
    write(pen, one.label, MARGIN, y, 34, ROOM, { ...PALE, align: "left" });
    const text = { ...IVORY, ...BOLD, align: "left", most, least: 28, down: true };
    write(pen, one.text, MARGIN, y + Math.min(44, tall * 0.48), 38, ROOM, text);
  });
}

/** Opens the device's share sheet with the picture; without a share sheet the picture is downloaded. */
export function share(canvas) {
  const name = `tilewatch-${new Date().toISOString().slice(0, 10)}.png`;
  canvas.toBlob((blob) => handOver(blob, name), "image/png");
}

/**
 * Writes a text in letters of `size` pixels, or smaller if it would exceed `room`, on at most `most` lines; the last
 * line is at `y` (with `down` the first). A text that does not fit even so is cut.
 */
function write(pen, text, x, y, size, room, how) {
  const { weight = 600, colour, align = "center", most = 1, least = LEAST, down = false } = how;
  const { lines, tall } = fitted(pen, text, { size, weight, room, most, least });
  pen.fillStyle = colour;
  pen.textAlign = align;
  const first = down ? y : y - (lines.length - 1) * tall * LEADING;
  for (const [n, line] of lines.entries()) pen.fillText(line.trimEnd(), x, first + n * tall * LEADING);
}

/** The lines of a text, and the largest size at which its words fit; at the smallest size words are broken too. */
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

/** Distributes words over lines, as many on each line as fit. */
function wrapped(pen, pieces, room) {
  const lines = [""];
  for (const piece of pieces) {
    const last = lines.length - 1;
    if (!lines[last] || hasRoom(pen, lines[last] + piece, room)) lines[last] += piece;
    else lines.push(piece);
  }
  return lines;
}

/** The first lines; the last of them ends in "…". */
function cut(pen, lines, room, most) {
  let last = lines.slice(most - 1).join("");
  while (pen.measureText(`${last}…`).width > room) last = last.slice(0, -1);
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}
