// Points and times as people write them.

import { figures, said, t } from "./texts.js";

/** Points with their sign: +12, −5, 0; a shared win may bring halves. */
export function signed(points) {
  const text = figures.format(Math.abs(points));
  return points > 0 ? `+${text}` : points < 0 ? `−${text}` : text;
}

/** What a round brought a player, with its sign; – for one who was not there. */
export function brought(round, name) {
  return Object.hasOwn(round.scores, name) ? signed(round.scores[name]) : "–";
}

/** Whether a player won a round that counts. */
export const hasWon = (round, name) => !round.void && round.winners.includes(name);

/** Seconds as a clock shows them: 47 s, 3:05, 1:12:40; nothing where there are none. */
export function clockTime(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const whole = Math.round(seconds);
  if (whole < 60) return t("{n} s", { n: whole });
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Why a turn took longer than its limit, behind its time; "" where it did not. */
export function whyLong(turn) {
  return turn.why_long?.length ? ` (${turn.why_long.map(said).join("; ")})` : "";
}
