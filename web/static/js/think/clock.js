// When a player has a turn; the clock's display, ticks and spoken times.

const LAST = 10; // seconds in which it ticks
const TOLD = [LAST, 30]; // seconds left that are said
const LATE = 3; // seconds; a busy device may say them so much late, and what a screen reader reads stays true so long

/** Whether the turn's clock is stopped: no turn is played, Done waits for a clear view, or a question is open. */
export function stands(state) {
  return state.turn.phase !== "playing" || Boolean(state.pressed) || Boolean(state.turn.asked);
}

/** Seconds left of the turn, so many milliseconds after the state arrived; null: it has no clock. */
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

/** Whether a player has a turn in this phase: it is played, paused, or put back. */
export function isAtTurn(phase) {
  return ["playing", "paused", "restoring"].includes(phase);
}

/** Whether the clock runs and few seconds are left. */
export function isHurry(state, whole) {
  return whole !== null && whole <= LAST && !stands(state);
}

/** The seconds to speak when the display changes from `before` to `whole`; undefined: none. */
export function saidAt(before, whole) {
  return TOLD.find((seconds) => before > seconds && whole <= seconds && whole > seconds - LATE);
}

/** Whether the spoken time is still right when the display shows `whole`. */
export function isSaidStill(whole) {
  return whole !== null && TOLD.some((seconds) => whole <= seconds && whole > seconds - LATE);
}
