// Done: claims the turn that is shown. Listeners are called at the press, and again at its answer.

import { h, notice } from "../../page/dom.js";
import { effect } from "../../page/effects.js";
import { mySeat, takeSeat } from "../../page/remembered.js";
import { askFirst, closeSheet, onClose } from "../../page/sheet.js";
import { now, onState, post } from "../../page/table.js";
import { t } from "../../think/texts.js";

/**
 * The last press of Done on this device: its turn, whether the answer is pending, why the turn cannot be judged, and
 * the state of the view of the table at that time.
 */
export const claimed = { turn: 0, isSent: false, why: null, seen: "" };
// milliseconds after a turn's beginning in which a press of Done is ignored: it was meant for the turn before, or Start
// was pressed twice
const REST = 1000;
const begun = { turn: null, at: -REST };
let changed = () => {};

/** Calls back when Done was pressed and when it was answered. */
export function onClaim(listener) {
  changed = listener;
}

/** Whether the shown turn has only just begun. */
export function hasJustBegun() {
  return performance.now() - begun.at < REST;
}

onState((state) => {
  const turn = `${state.turn.number} ${state.turn.phase === "ready"}`;
  if (begun.turn !== null && begun.turn !== turn) {
    begun.at = performance.now();
    setTimeout(() => changed(), REST + 10);
  }
  begun.turn = turn;
});

/**
 * Claims the turn; `anyway`: despite doubts. A question arrives with the next state. `byHand`: "nothing" or "tiles",
 * whichever was played while no camera sees the table.
 */
export async function claim(anyway, byHand = null) {
  if (hasJustBegun()) return;
  const may = isForPlayer();
  if (may !== true && !(await may)) return; // without a question there is nothing to wait for: the press shows at once
  const turn = now.state.turn.number;
  effect("done");
  Object.assign(claimed, { turn, isSent: true, why: null });
  changed();
  const why = await refused(turn, anyway, byHand);
  if (claimed.turn !== turn) return; // the next player was quicker than this answer
  Object.assign(claimed, { isSent: false, why, seen: seenNow(now.state) });
  changed();
}

const seenNow = ({ camera, steady, missing }) => JSON.stringify([camera?.status, steady, missing]);

// the reason is shown until the view of the table changes
onState((state) => {
  if (claimed.why && claimed.seen !== seenNow(state)) claimed.why = null;
});

// players of other devices for whom this device may press, because its user confirmed it once
const pressedFor = new Set();

/**
 * Whether this device may press Done for the present player: it is that player's, or nobody's, or its user has
 * confirmed it. A device whose player is not in the match counts as nobody's after one confirmation.
 */
function isForPlayer() {
  const { player } = now.state.turn;
  const seat = mySeat();
  if (!seat || seat === player || pressedFor.has(player)) return true;
  return new Promise((resolve) => {
    const go = () => {
      if (now.state.players.some((one) => one.name === seat)) pressedFor.add(player);
      else takeSeat("");
      resolve(true);
      closeSheet();
    };
    const words = h("p", t("It is {player}'s turn, and this is {seat}'s device.", { player, seat }));
    const yes = t("Yes, Done for {player}", { player });
    askFirst(t("For {player}?", { player }), words, yes, go, { class: "big", id: "done-for" });
    onClose(() => resolve(false));
  });
}

/** Claims the turn; returns why the table could not be seen; null: it was judged, or a refusal was shown. */
async function refused(turn, anyway, byHand) {
  try {
    await post("/api/turn/done", byHand ? { turn, by_hand: byHand } : { anyway, turn, wait: true });
  } catch (error) {
    if (error.status === 503) return error;
    if (!error.body?.question) notice(error.message);
  }
  return null;
}
