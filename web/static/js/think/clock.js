// When somebody has a turn; what its clock shows, when it ticks, and what it says aloud.

const LAST = 10; // seconds in which it ticks
const TOLD = [LAST, 30]; // seconds left that are said
const LATE = 3; // seconds; a busy device may say them so much late, and what a screen reader reads stays true so long

/** Whether a turn's clock stands: the turn is not played, Done waits for the table, or somebody is asked. */
export function stands(state) {
  return state.turn.phase !== "playing" || Boolean(state.pressed) || Boolean(state.turn.asked);
}

/** Seconds left of a state's turn, so many milliseconds after the state came; null: it has no clock. */
export function leftOf(state, since) {
  const turn = state?.turn;
  if (!turn || turn.seconds_left === null || turn.seconds_left === undefined) return null;
  const gone = stands(state) ? 0 : since / 1000;
  return Math.max(0, turn.seconds_left - gone);
}

/** Whole seconds left as the clock shows them: 47, 1:40. */
export function face(whole) {
  if (whole === null) return "";
  return whole >= 100 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : String(whole);
}

/** Whether in this phase somebody has a turn, that is played, stands, or is put back. */
export function isAtTurn(phase) {
  return ["playing", "paused", "restoring"].includes(phase);
}

/** Whether the clock runs and few seconds are left. */
export function isHurry(state, whole) {
  return whole !== null && whole <= LAST && !stands(state);
}

/** The seconds that are said now, when it showed `before` and shows `whole`; undefined: none. */
export function saidAt(before, whole) {
  return TOLD.find((seconds) => before > seconds && whole <= seconds && whole > seconds - LATE);
}

/** Whether what was said of the time is still so, when it shows `whole`. */
export function isSaidStill(whole) {
  return whole !== null && TOLD.some((seconds) => whole <= seconds && whole > seconds - LATE);
}
