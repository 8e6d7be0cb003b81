// Points and times in the form in which they are shown.

import { figures, said, t } from "./texts.js";

/** Points with a sign: +12, −5, 0; a shared win may give halves. */
export function signed(points) {
  const text = figures.format(Math.abs(points));
  return points > 0 ? `+${text}` : points < 0 ? `−${text}` : text;
}

/** A player's points in a round, with a sign; – for a player who was absent. */
export function brought(round, name) {
  return Object.hasOwn(round.scores, name) ? signed(round.scores[name]) : "–";
}

/** Whether a player won a round that counts. */
export const hasWon = (round, name) => !round.void && round.winners.includes(name);

/** Seconds as a clock shows them: 47 s, 3:05, 1:12:40; an empty text without a number. */
export function clockTime(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const whole = Math.round(seconds);
  if (whole < 60) return t("{n} s", { n: whole });
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The reason why a turn exceeded its limit, to follow its time; "" if it did not. */
export function whyLong(turn) {
  return turn.why_long?.length ? ` (${turn.why_long.map(said).join("; ")})` : "";
}
