// The turn's clock: counts down between states, and ticks in the last ten seconds. And the automatic Done: the seconds
// until it, and a button that cancels it.

import { button, byId, h } from "../../page/dom.js";
import { say, tick } from "../../page/sound.js";
import { now, press, secondsLeft } from "../../page/table.js";
import { face, isHurry, isSaidStill, saidAt, stands } from "../../think/clock.js";
import { counted, t } from "../../think/texts.js";

let shown = null;

export function runClock() {
  setInterval(tell, 200);
}

function tell() {
  const state = now.state;
  if (!state) return;
  const left = secondsLeft();
  const whole = left === null ? null : Math.ceil(left);
  const place = byId("left");
  const text = face(whole);
  if (place.textContent !== text) place.textContent = text;
  const hurries = isHurry(state, whole);
  place.classList.toggle("hurry", hurries);
  place.classList.toggle("long", text.length > 3);
  place.classList.toggle("stands", stands(state));
  bar(left, state.turn.seconds);
  if (whole !== shown && hurries && whole > 0) tick(whole <= 3);
  const told = saidAt(shown, whole);
  if (told) spell(told);
  else if (!isSaidStill(whole)) unsaid();
  shown = whole;
}

function bar(left, all) {
  const place = byId("bar");
  if (place) place.style.width = left === null || !all ? "0" : `${Math.min(100, (100 * left) / all)}%`;
}

/** Removes the spoken time, which would be out of date for a screen reader that reaches it later. */
function unsaid() {
  const place = byId("saytime");
  if (place?.textContent) place.textContent = "";
}

function spell(seconds) {
  const place = byId("saytime");
  const text = counted(seconds, "{n} second left", "{n} seconds left");
  if (place) place.textContent = text;
  if (now.state.turn.phase === "playing" && now.state.turn.seconds > seconds) say(text);
}

/** Seconds until the turn is claimed automatically; null: it will not be. */
function untilItself() {
  const left = now.state?.by_itself?.left;
  return left === null || left === undefined
    ? null
    : Math.max(0, Math.ceil(left - (performance.now() - now.at) / 1000));
}

/** Keeps the line with these seconds up to date. */
export function runByItself(place) {
  setInterval(() => {
    const left = untilItself();
    const text = left === null ? "" : t("Done by itself in {n} s", { n: left });
    if (place.textContent !== text) place.textContent = text;
    place.hidden = !text;
  }, 200);
}

/** The line about a turn that was just taken back, with a button that makes it count again; null: there is none. */
export function countAgain(state) {
  const turn = state.taken_back;
  if (!turn) return null;
  return h(
    "span.by-itself",
    t("{player}'s turn was taken back.", { player: state.turn.player }),
    " ",
    button(t("It counts after all"), () => press("/api/turn/redo", { turn }), { id: "redo" }),
  );
}

/** The button that takes back a turn that was claimed automatically; null: there is none. */
export function takeBack(state) {
  const turn = state.by_itself?.turn;
  if (!turn) return null;
  return h(
    "span.by-itself",
    t("That was Done by itself."),
    " ",
    button(t("Take it back"), () => press("/api/turn/undo", { turn }), { id: "take-back" }),
  );
}
