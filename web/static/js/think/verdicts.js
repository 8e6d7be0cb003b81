// Verdicts, the end of a round, and the winner as sentences, to be shown and spoken.

import { counted, isolated, said, t } from "./texts.js";
import { inWords, spokenAll } from "./tiles.js";

function fined({ player, draw, fine = draw, counts_as_legal }) {
  if (counts_as_legal || !fine) return "";
  return ` ${counted(fine, "{player} draws {n} tile.", "{player} draws {n} tiles.", { player })}`;
}

/** A verdict in one sentence; if the clock ended the turn, the sentence begins with that. */
export function verdictText(verdict) {
  const text = judged(verdict);
  return verdict.time_over && verdict.legal ? t("The time was over. {verdict}", { verdict: text }) : text;
}

function judged(verdict) {
  const { player, played, draw } = verdict;
  const overruled = verdict.overruled
    ? ` ${t("The players decided otherwise: {reason}", { reason: reasonSigned(verdict) })}`
    : "";
  if (verdict.legal && !verdict.counts_as_legal)
    return t("{player}: not allowed.", { player }) + fined(verdict) + overruled;
  if (!verdict.legal) {
    const why = verdict.faults.map(said).join(" ");
    return t("{player}: not allowed. {why}", { player, why }) + fined(verdict) + overruled;
  }
  if (verdict.by_hand && !draw) return t("{player} is done.", { player }) + overruled;
  if (!played.length)
    return (
      counted(draw, "{player} lays nothing and draws {n} tile.", "{player} lays nothing and draws {n} tiles.", {
        player,
      }) + overruled
    );
  const points = verdict.opening_points;
  const opens =
    points === null || points === undefined
      ? ""
      : `${counted(points, "{player} opens with {n} point.", "{player} opens with {n} points.", { player })} `;
  return opens + t("{player} lays {tiles}: legal.", { player, tiles: inWords([spokenAll(played)]) }) + overruled;
}

/** The reason why the players overruled a verdict, and who said so. */
export function reasonSigned({ overruled, overruled_by: by }) {
  return by ? `${overruled} (${isolated(by)})` : overruled;
}

/** How the round ended, in one sentence. */
export function roundTold(state) {
  const last = state.rounds[state.rounds.length - 1];
  if (last.void) return t("Round {n} was struck out.", { n: last.round });
  return t("Round {n} is over. Won by {winners}.", { n: last.round, winners: inWords(last.winners) });
}

/** Who won, in one sentence. */
export function winnersTold(state) {
  const names = state.match.leaders;
  if (!names.length) return t("The match is over"); // its rounds were struck out
  return counted(names.length, "{names} has won the match.", "{names} have won the match.", { names: inWords(names) });
}
