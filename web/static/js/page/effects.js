// Sound and touch for what happens: a click for Done, one sound for right, one for wrong, one for going out, one for a
// round's end, a longer one for a match's. A device that speaks says aloud the verdict, whose turn it is, and who has
// won. Each effect has a button that mutes it.

import { t } from "../think/texts.js";
import { roundTold, verdictText, winnersTold } from "../think/verdicts.js";
import { all, button, byId, h } from "./dom.js";
import { choose, hush, mayBeHeard, play, SOUNDS, say, setting, shake, tick } from "./sound.js";
import { now } from "./table.js";

const TONES = {
  done: [[1400, 0, 0.04]],
  mine: [
    [587, 0, 0.12],
    [784, 0.14, 0.22],
  ],
  right: [
    [660, 0, 0.12],
    [880, 0.1, 0.2],
  ],
  wrong: [
    [330, 0, 0.18],
    [247, 0.16, 0.3],
  ],
  out: [
    [523, 0, 0.12],
    [659, 0.11, 0.12],
    [784, 0.22, 0.25],
  ],
  over: [
    [523, 0, 0.15],
    [659, 0.13, 0.15],
    [784, 0.26, 0.15],
    [1047, 0.39, 0.45],
  ],
  won: [
    [523, 0, 0.14],
    [523, 0.16, 0.14],
    [523, 0.32, 0.14],
    [659, 0.48, 0.4],
    [784, 0.9, 0.18],
    [659, 1.1, 0.18],
    [784, 1.3, 0.5],
    [1047, 1.3, 0.9],
  ],
};
const FIRST = ["click", "keydown"]; // what a browser takes for a tap
const SHAKES = {
  won: [60, 40, 60, 40, 200],
  done: 30,
  mine: [200, 80, 200],
  wrong: [60, 50, 60],
  out: [40, 40, 40],
  over: [40, 40, 40, 40, 120],
};

/** Plays one of the sounds above, with its vibration. */
export function effect(name) {
  play(TONES[name]);
  if (name in SHAKES) shake(SHAKES[name]);
}

/** Plays the sound for the change from one state to the next. */
export function soundEffects(state, before) {
  if (!before?.match || before.match.number !== state.match?.number) return;
  const [phase, was] = [state.turn.phase, before.turn.phase];
  const isJudged = state.verdict && state.verdict.turn !== before.verdict?.turn;
  if (state.match.finished && !before.match.finished) effect("won");
  else if (phase === "over" && was === "counting") effect("over");
  else if (phase === "counting" && was === "playing") effect("out");
  else if (isJudged) effect(state.verdict.counts_as_legal ? "right" : "wrong");
}

/** Speaks the news of a state. */
export function announce(state, before) {
  const words = [];
  const phase = state.turn.phase;
  const isNew = state.verdict && JSON.stringify(state.verdict) !== JSON.stringify(before.verdict);
  if (isNew) words.push(verdictText(state.verdict));
  if (phase === "restoring" && before.turn.phase !== "restoring") words.push(t("Put the table back"));
  if (
    phase === "playing" &&
    (state.turn.number !== before.turn.number || before.turn.phase === "restoring" || before.turn.phase === "ready")
  )
    words.push(t("{player}, your turn", { player: state.turn.player }));
  if (phase === "counting" && before.turn.phase !== "counting") words.push(t("The round is over. Count the racks."));
  if (phase === "over" && state.match.finished && !before.match?.finished) words.push(winnersTold(state));
  if (phase === "over" && !state.match.finished && before.turn.phase === "counting") words.push(roundTold(state));
  if (words.length) say(words.join(" "));
}

/** The effects of this device at the table; each can be muted with one tap, and stays muted. */
export function drawSounds() {
  byId("sounds").replaceChildren(...SOUNDS.map((name) => muteButton(name)));
}

/**
 * A button that mutes one of this device's effects at once, and unmutes it with the next tap. Browsers let a page be
 * heard only after its first tap: until then the button says so, and a first tap on it mutes nothing.
 */
export function muteButton(name, id = `sound-${name}`) {
  const names = { voice: t("Voice"), sounds: t("Sounds"), tick: t("Ticking"), vibrate: t("Vibration") };
  const one = button(names[name], () => mute(name, one), {
    id,
    "aria-pressed": String(isHeard(name)),
    "data-sound": name,
  });
  return one;
}

const isHeard = (name) => setting(name) && mayBeHeard();

/** The note beside such a button on a page that was not tapped yet; null: the page can be heard. */
export function unheard() {
  return mayBeHeard() || !setting("sounds") ? null : h("span.quiet-text.unheard", t("Tap once: then it can be heard."));
}

/** At the first tap browsers allow sound: the buttons show it for everything that is not muted. */
function wake() {
  if (!mayBeHeard()) return;
  for (const name of FIRST) document.removeEventListener(name, wake);
  for (const one of all("[data-sound]")) one.setAttribute("aria-pressed", String(isHeard(one.dataset.sound)));
  for (const one of all(".unheard")) one.remove();
}
for (const name of FIRST) document.addEventListener(name, wake);

function mute(name, pressed) {
  choose(name, pressed.getAttribute("aria-pressed") !== "true");
  pressed.setAttribute("aria-pressed", String(setting(name)));
  if (!setting(name)) hush();
  else if (name === "sounds") effect("right");
  else if (name === "voice") say(t("{player}, your turn", { player: now.state?.turn.player || "" }));
  else tick(false);
}
