// What is said aloud when the game goes on, on a device that speaks: the verdict, whose turn, who has won.

import { roundTold } from "../parts/end/end.js";
import { winnersTold } from "../parts/end/keepsake.js";
import { say } from "./sound.js";
import { verdictText } from "../think/verdicts.js";
import { t } from "./texts.js";

/** Says what is new in a state. */
export function announce(state, before) {
  const words = [];
  const phase = state.turn.phase;
  const isNew = state.verdict && JSON.stringify(state.verdict) !== JSON.stringify(before.verdict);
  if (isNew) words.push(verdictText(state.verdict));
  if (phase === "restoring" && before.turn.phase !== "restoring") words.push(t("Put the table back"));
  if (phase === "playing" && (state.turn.number !== before.turn.number || before.turn.phase === "restoring" || before.turn.phase === "ready"))
    words.push(t("{player}, your turn", { player: state.turn.player }));
  if (phase === "counting" && before.turn.phase !== "counting") words.push(t("The round is over. Count the racks."));
  if (phase === "over" && state.match.finished && !before.match?.finished) words.push(winnersTold(state));
  if (phase === "over" && !state.match.finished && before.turn.phase === "counting") words.push(roundTold(state));
  if (words.length) say(words.join(" "));
}
