// How many times the rules' time players have for a turn.

import { figures } from "./texts.js";

export const PACES = [1, 1.5, 2, 3]; // to choose from

/** The pace after this one; after the last the first. */
export function nextPace(pace) {
  return PACES[(PACES.indexOf(pace) + 1) % PACES.length];
}

/** A pace as it is written: ×1.5. */
export function timesSaid(pace) {
  return `×${figures.format(pace)}`;
}

/** [name, pace] of all who have another pace than the rules', from names and paces in one order. */
export function pacesOf(names, paces) {
  return names
    .map((name, place) => [name.normalize().trim(), paces[place] ?? 1])
    .filter(([name, pace]) => name && pace !== 1);
}
