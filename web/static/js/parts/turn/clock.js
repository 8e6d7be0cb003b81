// The turn's clock: counts down between states, ticks in the last ten seconds.

import { byId } from "../../page/dom.js";
import { now, secondsLeft } from "../../page/table.js";
import { say, tick } from "../../page/sound.js";
import { counted } from "../../page/texts.js";

const LAST = 10; // seconds in which it ticks
const TOLD = [LAST, 30]; // seconds left that are said
const LATE = 3; // seconds by which a busy device may be late to say so
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
  const text = whole === null ? "" : whole >= 100 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : String(whole);
  if (place.textContent !== text) place.textContent = text;
  const isHurry = whole !== null && whole <= LAST && state.turn.phase === "playing" && !state.pressed;
  place.classList.toggle("hurry", isHurry);
  place.classList.toggle("long", text.length > 3);
  place.classList.toggle("stands", state.turn.phase !== "playing" || Boolean(state.pressed));
  bar(left, state.turn.seconds);
  if (whole !== shown && isHurry && whole > 0) tick(whole <= 3);
  const told = TOLD.find((seconds) => shown > seconds && whole <= seconds && whole > seconds - LATE);
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
