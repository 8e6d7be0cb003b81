// Advice about camera and light that can be followed, from the reading and from the picture itself. No page here.

import { counted, said, t } from "./texts.js";


const NEEDED = 20; // px: narrower tiles are misread too often
const OBLIQUE = 2.2; // nearest to farthest tile
const DARK = 55; // mean brightness, of 255
const BRIGHT = 225;
const WHITE = 251; // brightness of a pixel without any drawing left
const GLARE = 0.22; // share of a ninth of the picture that is white
const EDGE = 0.012; // of the picture

/** Sentences, worst first: {good, text}. `light`: as `lightOf` gives it. */
export function adviceFor(state, width, height, light) {
  if (state.camera.status === "lost") return [bad(t("The camera gives no picture: {why}", { why: trouble(state.camera) }))];
  const list = [...aboutLight(light), ...aboutTiles(state, width, height)];
  return list;
}

function trouble(camera) {
  if (camera.message) return said(camera.message);
  return camera.trouble || t("is it plugged in and switched on?");
}

function bad(text) {
  return { good: false, text };
}

function aboutLight(light) {
  if (!light) return [];
  if (light.mean < DARK) return [bad(t("Too dark: switch on a lamp."))];
  if (light.mean > BRIGHT) return [bad(t("Too bright: the white of the tiles is lost."))];
  const worst = light.white.indexOf(Math.max(...light.white));
  return light.white[worst] > GLARE ? [bad(t("Glare ({where}): move the lamp or the camera.", { where: ninths()[worst] }))] : [];
}

function aboutTiles(state, width, height) {
  const quads = state.table.flatMap((set) => set.quads);
  if (!quads.length) return [bad(t("Lay some tiles on the table, face up, to see whether they can be read."))];
  const sides = quads.map((quad) => Math.hypot((quad[1][0] - quad[0][0]) * width, (quad[1][1] - quad[0][1]) * height)).sort((a, b) => a - b);
  const px = Math.round(sides[sides.length >> 1]);
  const list = [];
  if (px < NEEDED) list.push(bad(t("The camera is too far away: tiles are {px} pixels wide, but {need} are needed.", { px, need: NEEDED })));
  if (sides[sides.length - 1] / sides[0] > OBLIQUE) list.push(bad(t("The camera looks too much from the side: far tiles are {times} times smaller than near ones.", { times: (sides[sides.length - 1] / sides[0]).toFixed(1) })));
  if (quads.flat().some(([x, y]) => Math.min(x, y, 1 - x, 1 - y) < EDGE)) list.push(bad(t("A tile lies at the picture's edge: move the camera back or the tile in.")));
  if (state.unsure.length) list.push(bad(counted(state.unsure.length, "{n} tile is hard to read: more light or a closer camera helps.", "{n} tiles are hard to read: more light or a closer camera helps.")));
  return list.length ? list : [{ good: true, text: counted(quads.length, "Good: {n} tile is read, {px} pixels wide.", "Good: {n} tiles are read, {px} pixels wide.", { px }) }];
}

/** What each ninth of the picture is called, row by row. */
function ninths() {
  return [t("top left"), t("top"), t("top right"), t("left"), t("middle"), t("right"), t("bottom left"), t("bottom"), t("bottom right")];
}

/** Mean brightness, and how much of each ninth of the picture is white. */
export function lightOf(picture) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [96, 54];
  const paper = canvas.getContext("2d", { willReadFrequently: true });
  paper.drawImage(picture, 0, 0, 96, 54);
  const pixels = paper.getImageData(0, 0, 96, 54).data;
  const white = Array(9).fill(0);
  let sum = 0;
  for (let y = 0; y < 54; y += 1) {
    for (let x = 0; x < 96; x += 1) {
      const at = (y * 96 + x) * 4;
      const bright = 0.3 * pixels[at] + 0.59 * pixels[at + 1] + 0.11 * pixels[at + 2];
      sum += bright;
      if (bright >= WHITE) white[Math.floor(y / 18) * 3 + Math.floor(x / 32)] += 1 / 576;
    }
  }
  return { mean: sum / (96 * 54), white };
}
