// The buttons for each phase: a large one, and at most one other.

import { button, h } from "../../page/dom.js";
import { press } from "../../page/table.js";
import { t } from "../../think/texts.js";
import { playOn, rematch } from "../end/end.js";
import { claim } from "../turn/claim.js";
import { byPhotos, photoButton } from "../turn/photo-claim.js";

let first = null; // who begins the round that is dealt, as somebody tapped here: {round, name}

/** The player who begins the round being dealt; "": the next in order. */
export function beginner(state) {
  return first?.round === state.match.round ? first.name : state.turn.player || "";
}

/** Sets the player who begins the round being dealt. */
export function begins(state, name) {
  first = { round: state.match.round, name };
}

const LONG = 11; // letters of a word from which it is written smaller
const isLong = (text) => text.split(/[\s-]/).some((word) => word.length > LONG);
const big = (text, act, id) => button(text, act, { class: `big hand ${isLong(text) ? "long" : ""}`, id });
const small = (text, act, id) => button(text, act, { class: "other", id });

/** The buttons of a state. */
export function acts(state) {
  return (ACTS[state.turn.phase] ?? (() => []))(state);
}

const ACTS = {
  setup: () => h("a.button.big.hand", { href: "/setup" }, t("Set up a match")),
  ready: (state) => {
    const player = beginner(state);
    const begin = (anyway) => () => press("/api/round/begin", player ? { first: player, anyway } : { anyway });
    return [
      big(t("Start the clock"), begin(false), "begin"),
      state.obstacles?.length ? small(t("Start anyway"), begin(true), "begin-anyway") : null,
    ];
  },
  playing: (state) => [
    byPhotos(state)
      ? photoButton(t("Done: take the picture"), "done-photo", true)
      : big(t("Done"), () => claim(false), "done"),
    small(t("I draw a tile"), () => claim(false, state.match.by_hand ? "nothing" : null), "draw"),
  ],
  paused: () => big(t("Go on"), () => press("/api/resume"), "resume"),
  restoring: () => big(t("The table is as it was"), () => press("/api/turn/restored"), "restored"),
  counting: () => [
    h("a.button.big.hand", { href: "/racks" }, t("To the racks")),
    small(t("No: play on"), () => press("/api/turn/undo"), "play-on"),
  ],
  over: (state) =>
    state.match.finished
      ? [big(t("Rematch"), () => rematch(state), "rematch"), playOn(state)]
      : big(t("Next round"), () => press("/api/round"), "next-round"),
};
