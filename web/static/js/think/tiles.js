// Tiles in notation: their colours, numbers, points, and how they are said.

import { isolated, spoken, t } from "./texts.js";

export const COLOURS = ["k", "r", "b", "o"];

export function colourOf(tile) {
  return tile === "J" ? "J" : tile[0];
}

export function numberOf(tile) {
  return tile === "J" ? null : Number(tile.slice(1));
}

/** What a tile is called; one that is doubted is asked about. */
export function called(tile, isDoubted) {
  return isDoubted ? `${t("Is this tile …")} ${spoken(tile)}?` : spoken(tile);
}

export function spokenAll(tiles) {
  return tiles.map(spoken).join(", ");
}

/** Points of a rack; a joker counts as the rules have it. */
export function pointsOf(tiles, jokerPoints) {
  return tiles.reduce((sum, tile) => sum + (tile === "J" ? jokerPoints : numberOf(tile)), 0);
}

/** Names one after the other, each by itself whichever way it runs. */
export function namesOf(list) {
  return list.map(isolated).join(", ");
}

export function inWords(list) {
  if (list.length < 2) return list.join("");
  return t("{first} and {last}", { first: namesOf(list.slice(0, -1)), last: list[list.length - 1] });
}
