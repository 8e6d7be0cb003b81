// Which turn a replay shows next, and what is said of it, and what is wrong on its table.

const SWIPE = 45; // CSS pixels that a finger has to go

/** The place of the turn that an address names (its hash); without one the first. */
export function placeAsked(turns, hash) {
  return Math.max(
    0,
    turns.findIndex((turn) => `#${turn.number}` === hash),
  );
}

/** The place to which a key leads from another one; undefined: it leads nowhere. */
export function placeOfKey(key, at, last) {
  return { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
}

/** A place that there is. */
export function within(place, last) {
  return Math.max(0, Math.min(last, place));
}

/** How many turns a swipe goes on, from how far it went across and down: 1, -1, or 0 where it was none. */
export function swiped(x, y) {
  if (Math.abs(x) <= SWIPE || Math.abs(x) <= 1.5 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

/** The sets of a turn's table that were not allowed. */
export function faultySets(turn) {
  return new Set(turn.legal ? [] : turn.verdict.faults.flatMap((fault) => fault.sets));
}

/** A turn's verdict as the table was told it. */
export function verdictOf({ verdict, player, legal, drawn, by_hand, overruled, overruled_by }) {
  return { ...verdict, player, counts_as_legal: legal, fine: drawn, by_hand, overruled, overruled_by };
}

/** Whether anybody knows what lay there: of a turn kept by hand only where nothing was laid, and so a tile drawn. */
export function isTableKnown({ by_hand: isByHand, verdict }) {
  return !isByHand || verdict.draw > 0;
}
