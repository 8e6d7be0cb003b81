// What the referee said, as one sentence for the eye and one for the ear.

import { t } from "./dom.js";
import { said } from "./sentences.js";
import { inWords, spokenAll } from "./tiles.js";

/** One fault as a sentence in the reader's language. */
export function faultText(fault) {
  return said(fault.text);
}

function drawn(verdict) {
  return verdict.draw ? ` ${t("verdict.draw", { player: verdict.player, draw: verdict.draw })}` : "";
}

/** A verdict as one sentence. */
export function verdictText(verdict) {
  const { player, played, draw } = verdict;
  const overruled = verdict.overruled ? ` ${t("verdict.overruled", { reason: verdict.overruled })}` : "";
  if (!verdict.legal) {
    const why = verdict.faults.map(faultText).join(" ");
    return `${t("verdict.illegal", { player, why })}${verdict.counts_as_legal ? "" : drawn(verdict)}${overruled}`;
  }
  if (!played.length) return t("verdict.pass", { player, draw }) + overruled;
  const points = verdict.opening_points;
  const opens = points === null || points === undefined ? "" : `${t("verdict.opening", { player, points })} `;
  return opens + t("verdict.legal", { player, tiles: inWords([spokenAll(played)]) }) + overruled;
}
