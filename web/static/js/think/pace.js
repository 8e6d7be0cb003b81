// A player's pace: the factor on the rules' time for a turn.

import { figures } from "./texts.js";

export const PACES = [1, 1.5, 2, 3]; // to choose from

/** The next larger pace; after the largest, the first. */
export function nextPace(pace) {
  return PACES[(PACES.indexOf(pace) + 1) % PACES.length];
}

/** A pace as it is written: ×1.5. */
export function timesSaid(pace) {
  return `×${figures.format(pace)}`;
}

/** [name, pace] of all players with another pace than 1; names and paces are given in the same order. */
export function pacesOf(names, paces) {
  return names
    .map((name, place) => [name.normalize().trim(), paces[place] ?? 1])
    .filter(([name, pace]) => name && pace !== 1);
}
