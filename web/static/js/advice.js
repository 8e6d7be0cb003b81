// Advice about camera and light that can be followed, from the reading and from the picture itself. No page here.

import { t } from "./dom.js";

const NEEDED = 20; // px: narrower tiles are misread too often
const OBLIQUE = 2.2; // nearest to farthest tile
const DARK = 55; // mean brightness, of 255
const BRIGHT = 225;
const WHITE = 251; // brightness of a pixel without any drawing left
const GLARE = 0.22; // share of a ninth of the picture that is white
const EDGE = 0.012; // of the picture

/** Sentences, worst first: {good, text}. `light`: as `lightOf` gives it. */
export function adviceFor(state, width, height, light) {
  if (state.camera.status === "lost") return [bad(t("advice.lost", { why: state.camera.trouble || t("advice.lost.why") }))];
  const list = [...aboutLight(light), ...aboutTiles(state, width, height)];
  return list;
}

function bad(text) {
  return { good: false, text };
}

function aboutLight(light) {
  if (!light) return [];
  if (light.mean < DARK) return [bad(t("advice.dark"))];
  if (light.mean > BRIGHT) return [bad(t("advice.bright"))];
  const worst = light.white.indexOf(Math.max(...light.white));
  return light.white[worst] > GLARE ? [bad(t("advice.glare", { where: t(`where.${worst}`) }))] : [];
}

function aboutTiles(state, width, height) {
  const quads = state.table.flatMap((set) => set.quads);
  if (!quads.length) return [bad(t("advice.none"))];
  const sides = quads.map((quad) => Math.hypot((quad[1][0] - quad[0][0]) * width, (quad[1][1] - quad[0][1]) * height)).sort((a, b) => a - b);
  const px = Math.round(sides[sides.length >> 1]);
  const list = [];
  if (px < NEEDED) list.push(bad(t("advice.far", { px, need: NEEDED })));
  if (sides[sides.length - 1] / sides[0] > OBLIQUE) list.push(bad(t("advice.oblique", { times: (sides[sides.length - 1] / sides[0]).toFixed(1) })));
  if (quads.flat().some(([x, y]) => Math.min(x, y, 1 - x, 1 - y) < EDGE)) list.push(bad(t("advice.edge")));
  if (state.unsure.length) list.push(bad(t("advice.unsure", { n: state.unsure.length })));
  return list.length ? list : [{ good: true, text: t("advice.good", { n: quads.length, px }) }];
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
