// What the referee says in English, said again in the reader's language: by patterns that the page brings along.

import { t } from "./dom.js";
import { spoken } from "./tiles.js";

const PATTERNS = JSON.parse(document.getElementById("sentences").textContent)
  .map(([like, fields, said]) => ({ like: new RegExp(like), fields, said }));
const LETTERS = { black: "k", red: "r", blue: "b", orange: "o" };
const TILE = /\b(black|red|blue|orange) (\d+)|\bjoker\b|\b(or|and)\b/gi;

/** A sentence in the reader's language; as it is where no pattern is like it. */
export function said(text) {
  return matched(text) || several(text) || text;
}

function several(text) {
  const parts = text.split("; ");
  return parts.length > 1 ? parts.map((part) => matched(part) || part).join("; ") : null;
}

function matched(text) {
  for (const { like, fields, said: pattern } of PATTERNS) {
    const found = like.exec(text);
    if (found) return upper(pattern.replace(/\{(\w+)\}/g, (whole, field) => part(field, found[fields.indexOf(field) + 1])), text);
  }
  return null;
}

function part(field, text) {
  if (["tile", "tiles", "row"].includes(field)) return tilesIn(text);
  return ["why", "goes"].includes(field) ? matched(text) || text : text;
}

function tilesIn(text) {
  return text.replace(TILE, (whole, colour, number, joined) => {
    if (joined) return t(joined.toLowerCase());
    return spoken(colour ? LETTERS[colour.toLowerCase()] + number : "J");
  });
}

/** Begins with a capital where the English sentence did. */
function upper(text, english) {
  return english[0] === english[0].toUpperCase() ? text[0].toUpperCase() + text.slice(1) : text;
}
