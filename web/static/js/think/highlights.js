// What was worth remembering of a match, in words: {label, text} each.

import { clockTime, whyLong } from "./points.js";
import { counted, t } from "../page/texts.js";

export function highlightsTold(best) {
  if (!best.turns) return [];
  const told = [
    longest(best.longest_turn), opening(best.biggest_opening), boldest(best.boldest_rearrangement), missed(best.missed_play),
    { label: t("The match"), text: t("{turns} in {time}", { turns: counted(best.turns, "{n} turn", "{n} turns"), time: clockTime(best.seconds) }) },
  ];
  return told.filter(Boolean);
}

function longest(turn) {
  return turn && { label: t("Longest turn"), text: t("{player}, {time}", { player: turn.player, time: clockTime(turn.seconds) }) + whyLong(turn) };
}

function opening(turn) {
  return turn && { label: t("Biggest opening"), text: counted(turn.points, "{player}, {n} point", "{player}, {n} points", { player: turn.player }) };
}

function boldest(turn) {
  return turn && { label: t("Boldest rearrangement"), text: counted(turn.moved, "{player} moved {n} tile of the table", "{player} moved {n} tiles of the table", { player: turn.player }) };
}

function missed(turn) {
  return turn && { label: t("Best play missed"), text: counted(turn.tiles, "{player} could have laid {n} tile and laid {laid}", "{player} could have laid {n} tiles and laid {laid}", { player: turn.player, laid: turn.laid }) };
}
