// Whose device this is, where somebody said so.

import { keep, kept } from "./remembered.js";

/** The player whose device this is; "": nobody's in particular. */
export function mySeat() {
  return kept("seat") || "";
}

export function takeSeat(name) {
  keep("seat", name);
}
