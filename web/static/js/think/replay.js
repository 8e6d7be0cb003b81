// The next turn of a replay, its sentence, and its invalid sets.

const SWIPE = 45; // CSS pixels that a finger has to go

/** The index of the turn in an address (its hash); without one, the first. */
export function placeAsked(turns, hash) {
  return Math.max(
    0,
    turns.findIndex((turn) => `#${turn.number}` === hash),
  );
}

/** The index to which a key leads; undefined: the key has no effect. */
export function placeOfKey(key, at, last) {
  return { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
}

/** The index, limited to existing turns. */
export function within(place, last) {
  return Math.max(0, Math.min(last, place));
}

/** The number of turns that a swipe moves, from its distance across and down: 1 or -1; 0: it was no swipe. */
export function swiped(x, y) {
  if (Math.abs(x) <= SWIPE || Math.abs(x) <= 1.5 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

/** The sets of a turn's table that were invalid. */
export function faultySets(turn) {
  return new Set(turn.legal ? [] : turn.verdict.faults.flatMap((fault) => fault.sets));
}

/** The verdict of a turn in the replay, as in the state. */
export function verdictOf({ verdict, player, legal, drawn, by_hand, overruled, overruled_by }) {
  return { ...verdict, player, counts_as_legal: legal, fine: drawn, by_hand, overruled, overruled_by };
}

/** Whether the table of a turn is known: after a turn by hand only if nothing was laid. */
export function isTableKnown({ by_hand: isByHand, verdict }) {
  return !isByHand || verdict.draw > 0;
}
