// The turn's clock: counts down between states, ticks in the last ten seconds.

import { byId } from "../../page/dom.js";
import { say, tick } from "../../page/sound.js";
import { now, secondsLeft } from "../../page/table.js";
import { face, isHurry, saidAt } from "../../think/clock.js";
import { counted } from "../../think/texts.js";

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
  place.classList.toggle("stands", state.turn.phase !== "playing" || Boolean(state.pressed));
  bar(left, state.turn.seconds);
  if (whole !== shown && hurries && whole > 0) tick(whole <= 3);
  const told = saidAt(shown, whole);
  if (told) spell(told);
  shown = whole;
}

function bar(left, all) {
  const place = byId("bar");
  if (place) place.style.width = left === null || !all ? "0" : `${Math.min(100, (100 * left) / all)}%`;
}

function spell(seconds) {
  const place = byId("saytime");
  const text = counted(seconds, "{n} second left", "{n} seconds left");
  if (place) place.textContent = text;
  if (now.state.turn.phase === "playing" && now.state.turn.seconds > seconds) say(text);
}
