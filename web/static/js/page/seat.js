// Whose device this is, where somebody said so.

const KEY = "tilewatch.seat";

/** The player whose device this is; "": nobody's in particular. */
export function mySeat() {
  try { return localStorage.getItem(KEY) || ""; } catch (error) { return ""; }
}

export function takeSeat(name) {
  try { localStorage.setItem(KEY, name); } catch (error) { /* Private mode: not kept. */ }
}
