// Done by itself: how long until then, and a press that takes it back.

import { button, h } from "../../page/dom.js";
import { now, press } from "../../page/table.js";
import { t } from "../../think/texts.js";

/** How many seconds are left until the turn is done by itself; null: it is not waited for. */
function secondsLeft() {
  const left = now.state?.by_itself?.left;
  return left === null || left === undefined
    ? null
    : Math.max(0, Math.ceil(left - (performance.now() - now.at) / 1000));
}

/** Keeps a place up to date that says how long is left. */
export function runByItself(place) {
  setInterval(() => {
    const left = secondsLeft();
    const text = left === null ? "" : t("Done by itself in {n} s", { n: left });
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  }, 200);
}

/** That a turn was taken back, with the button that has it count after all; null: none was just now. */
export function countAgain(state) {
  const turn = state.taken_back;
  if (!turn) return null;
  return h(
    "span.by-itself",
    t("{player}'s turn was taken back.", { player: state.turn.player }),
    " ",
    button(t("It counts after all"), () => press("/api/turn/redo", { turn }), { id: "redo" }),
  );
}

/** The button that takes back what was done by itself; null: nothing was. */
export function takeBack(state) {
  const turn = state.by_itself?.turn;
  if (!turn) return null;
  return h(
    "span.by-itself",
    t("That was Done by itself."),
    " ",
    button(t("Take it back"), () => press("/api/turn/undo", { turn }), { id: "take-back" }),
  );
}
