// What was worth remembering of a match, in words: {label, text} each.

import { clockTime, whyLong } from "./points.js";
import { counted, t } from "./texts.js";

export function highlightsTold(best) {
  if (!best.turns) return [];
  const told = (label, turn, text) => turn && { label, text: text(turn) };
  return [
    told(
      t("Longest turn"),
      best.longest_turn,
      (turn) => t("{player}, {time}", { player: turn.player, time: clockTime(turn.seconds) }) + whyLong(turn),
    ),
    told(t("Biggest opening"), best.biggest_opening, ({ player, points }) =>
      counted(points, "{player}, {n} point", "{player}, {n} points", { player }),
    ),
    told(t("Boldest rearrangement"), best.boldest_rearrangement, ({ player, moved }) =>
      counted(moved, "{player} moved {n} tile of the table", "{player} moved {n} tiles of the table", { player }),
    ),
    told(t("Best play missed"), best.missed_play, ({ player, tiles, laid }) =>
      counted(
        tiles,
        "{player} could have laid {n} tile and laid {laid}",
        "{player} could have laid {n} tiles and laid {laid}",
        { player, laid },
      ),
    ),
    told(t("The match"), best, ({ turns, seconds }) =>
      t("{turns} in {time}", { turns: counted(turns, "{n} turn", "{n} turns"), time: clockTime(seconds) }),
    ),
  ].filter(Boolean);
}
