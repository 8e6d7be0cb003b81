// Tiles in notation: their colours, numbers, points, and how they are said.

import { isolated, spoken, t } from "./texts.js";

export const COLOURS = ["k", "r", "b", "o"];

export function colourOf(tile) {
  return tile === "J" ? "J" : tile[0];
}

export function numberOf(tile) {
  return tile === "J" ? null : Number(tile.slice(1));
}

/** The name of a tile; a doubted tile's name is a question. */
export function called(tile, isDoubted) {
  return isDoubted ? `${t("Is this tile …")} ${spoken(tile)}?` : spoken(tile);
}

export function spokenAll(tiles) {
  return tiles.map(spoken).join(", ");
}

/** The points of a rack; a joker counts as the rules say. */
export function pointsOf(tiles, jokerPoints) {
  return tiles.reduce((sum, tile) => sum + (tile === "J" ? jokerPoints : numberOf(tile)), 0);
}

/** Names joined to a list, each isolated, because names may be written from right to left. */
export function namesOf(list) {
  return list.map(isolated).join(", ");
}

export function inWords(list) {
  if (list.length < 2) return list.join("");
  return t("{first} and {last}", { first: namesOf(list.slice(0, -1)), last: list[list.length - 1] });
}
