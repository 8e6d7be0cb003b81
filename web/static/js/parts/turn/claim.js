// Done: claims the turn that is shown. Listeners hear at once that it was pressed, and then what was in the way.

import { h, notice } from "../../page/dom.js";
import { effect } from "../../page/effects.js";
import { mySeat, takeSeat } from "../../page/remembered.js";
import { askFirst, closeSheet, onClose } from "../../page/sheet.js";
import { now, onState, post } from "../../page/table.js";
import { t } from "../../think/texts.js";

/**
 * The last press of Done on this device: its turn, whether its answer is awaited, why the turn cannot be judged, and
 * how the table was seen then.
 */
export const claimed = { turn: 0, isSent: false, why: null, seen: "" };
// milliseconds after a turn's beginning: who presses Done then pressed for the turn before, or Start twice
const REST = 1000;
const begun = { turn: null, at: -REST };
let changed = () => {};

/** Calls back when Done was pressed and when it was answered. */
export function onClaim(listener) {
  changed = listener;
}

/** Whether the turn that is shown has only just taken the place of another one. */
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
 * Claims the turn; `anyway`: in spite of doubts. A question of the table comes with the next state. `byHand`: what was
 * played, "nothing" or "tiles", where no camera sees the table.
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

// why it could not be judged is told for as long as it is so
onState((state) => {
  if (claimed.why && claimed.seen !== seenNow(state)) claimed.why = null;
});

// players for whom this device may press although it is another player's: it was asked once
const pressedFor = new Set();

/**
 * Whether this device may press Done for the player whose turn it is: it is that player's, or nobody's, or it was
 * asked. If its own player is not in the match, it counts as nobody's once it was asked.
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

/**
 * Claims the turn and gives why the table could not be seen; null: the turn was judged, or another refusal was shown.
 */
async function refused(turn, anyway, byHand) {
  try {
    await post("/api/turn/done", byHand ? { turn, by_hand: byHand } : { anyway, turn, wait: true });
  } catch (error) {
    if (error.status === 503) return error;
    if (!error.body?.question) notice(error.message);
  }
  return null;
}
