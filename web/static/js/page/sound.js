// What this device says, ticks and shakes; each can be muted on it.

import { language } from "../think/texts.js";
import { keep, kept } from "./remembered.js";

const UNLESS_CHOSEN = { voice: false, sounds: true, tick: true, vibrate: true, letters: false, remote: true };
// Devices speak only when asked to, or a table of four would hear four voices.
export const SOUNDS = ["voice", "sounds", "tick", "vibrate"].filter(
  (name) => name !== "vibrate" || "vibrate" in navigator,
);

export function setting(name) {
  const chosen = kept(name);
  return chosen === null ? UNLESS_CHOSEN[name] : chosen === "true";
}

/** Whether a browser lets this page be heard: not before somebody has tapped it, or pressed a key. */
export function mayBeHeard() {
  return Boolean(navigator.userActivation?.hasBeenActive);
}

export function choose(name, value) {
  keep(name, String(value));
}

/** Says a text aloud in the page's language, if this device may; what was being said before is cut off. */
export function say(text) {
  if (!setting("voice") || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  words.voice = voices()[0] || null;
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(words);
}

/** Whether this device can speak the page's language; a browser may not know its voices at once. */
export function canSpeak() {
  return "speechSynthesis" in window && (window.speechSynthesis.getVoices().length === 0 || voices().length > 0);
}

/** The voices for the page's language, those on the device itself first. */
function voices() {
  const codes = language === "nb" ? ["nb", "no"] : [language];
  const fitting = window.speechSynthesis
    .getVoices()
    .filter((voice) => codes.includes(voice.lang.toLowerCase().split(/[-_]/)[0]));
  return fitting.sort((a, b) => Number(b.localService) - Number(a.localService));
}

let audio = null;
/** A short click, higher for the last three. */
export function tick(isLast) {
  if (setting("vibrate") && navigator.vibrate && mayBeHeard()) navigator.vibrate(isLast ? [80, 60, 80] : 60);
  if (!setting("tick") || !window.AudioContext || !mayBeHeard()) return;
  tone(isLast ? 1250 : 880, 0, 0.09, 0.25);
}

/** One tone, made here: hertz, seconds from now, how long, how loud. */
function tone(hertz, from, seconds, loud) {
  audio = audio || new AudioContext();
  const [source, loudness, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + from];
  source.frequency.value = hertz;
  loudness.gain.setValueAtTime(loud, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(loudness).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.01);
}

/** Tones one after the other, if this device may: [hertz, seconds from now, how long] each. */
export function play(tones, loud = 0.2) {
  if (!setting("sounds") || !window.AudioContext || !mayBeHeard()) return;
  for (const [hertz, from, seconds] of tones) tone(hertz, from, seconds, loud);
}

/** Ends at once whatever sounds or is said. */
export function hush() {
  audio?.close();
  audio = null;
  window.speechSynthesis?.cancel();
}

/** A short shake, if this device may. */
export function shake(pattern) {
  if (setting("vibrate") && navigator.vibrate && mayBeHeard()) navigator.vibrate(pattern);
}

/** Keeps the screen on where the browser can (it wants HTTPS or the machine itself). */
export function stayAwake() {
  const ask = () => {
    if (document.visibilityState === "visible" && navigator.wakeLock)
      navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
