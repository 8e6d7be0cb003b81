// What the referee said, as one sentence for the eye and one for the ear.

import { inWords, spokenAll } from "../parts/board/tiles.js";
import { counted, said, t } from "../page/texts.js";

function drawn(verdict) {
  return verdict.draw ? ` ${counted(verdict.draw, "{player} draws {n} tile.", "{player} draws {n} tiles.", { player: verdict.player })}` : "";
}

/** A verdict as one sentence; where the clock ended the turn, it says so first. */
export function verdictText(verdict) {
  const text = judged(verdict);
  return verdict.time_over && verdict.legal ? t("The time was over. {verdict}", { verdict: text }) : text;
}

function judged(verdict) {
  const { player, played, draw } = verdict;
  const overruled = verdict.overruled ? ` ${t("The players decided otherwise: {reason}", { reason: verdict.overruled })}` : "";
  if (verdict.by_hand && !verdict.counts_as_legal) return t("{player}: not allowed.", { player }) + overruled;
  if (!verdict.legal) {
    const why = verdict.faults.map(said).join(" ");
    return `${t("{player}: not allowed. {why}", { player, why })}${verdict.counts_as_legal ? "" : drawn(verdict)}${overruled}`;
  }
  if (verdict.by_hand && !draw) return t("{player} is done.", { player }) + overruled;
  if (!played.length) return counted(draw, "{player} lays nothing and draws {n} tile.", "{player} lays nothing and draws {n} tiles.", { player }) + overruled;
  const points = verdict.opening_points;
  const opens = points === null || points === undefined ? "" : `${counted(points, "{player} opens with {n} point.", "{player} opens with {n} points.", { player })} `;
  return opens + t("{player} lays {tiles}: legal.", { player, tiles: inWords([spokenAll(played)]) }) + overruled;
}
