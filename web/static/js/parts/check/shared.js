// The picture for sharing: the photograph with outlines and verdict, drawn on this device.

import { around, stands, usualSide, whole } from "../../think/mended.js";

const LONGEST = 1800; // pixels of the longer side
const INK = { good: "#19a05a", bad: "#d8362b", doubt: "#d98800" };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const SIGNS = { bad: "✕", doubt: "?" };

/** A shot with its outlines, and the verdict below, as JPEG. */
export function sharedPicture(shot, told, sentence) {
  const { picture, table } = shot;
  const scale = Math.min(1, LONGEST / Math.max(picture.naturalWidth, picture.naturalHeight));
  const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale].map(Math.round);
  const canvas = document.createElement("canvas");
  const letters = Math.round(width / 28);
  [canvas.width, canvas.height] = [width, height + letters * 3];
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, width, height);
  pen.save();
  pen.scale(width / table.width, width / table.width);
  for (const row of table.sets) drawSet(pen, row, usualSide(table));
  pen.restore();
  footer(pen, sentence, INK[whole(told)], [width, height, letters]);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", 0.88);
  });
}

function drawSet(pen, row, side) {
  const kind = stands(row);
  const line = around(row.quads);
  pen.strokeStyle = pen.fillStyle = INK[kind];
  pen.lineWidth = side * 0.09;
  pen.beginPath();
  for (const [x, y] of line) pen.lineTo(x, y);
  pen.closePath();
  pen.stroke();
  const [x, y] = [Math.max(...line.map(([x]) => x)), Math.min(...line.map(([, y]) => y))];
  const said = SIGNS[kind] ?? String(row.points);
  const wide = side * (0.45 + 0.32 * said.length);
  pen.fillRect(x - wide / 2, y - side * 0.4, wide, side * 0.8);
  pen.fillStyle = "#fff";
  pen.font = `800 ${side * 0.56}px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText(said, x, y + side * 0.2);
}

function footer(pen, sentence, ink, [width, height, letters]) {
  pen.fillStyle = ink;
  pen.fillRect(0, height, width, letters * 3);
  pen.fillStyle = "#fff";
  pen.textAlign = "left";
  for (let size = letters * 1.2; size > 8; size -= 1) {
    pen.font = `700 ${size}px ${FONT}`;
    if (pen.measureText(sentence).width <= width - letters * 2) break;
  }
  pen.fillText(sentence, letters, height + letters * 1.5);
  pen.font = `500 ${letters * 0.7}px ${FONT}`;
  pen.fillText("Tilewatch", letters, height + letters * 2.5);
}
