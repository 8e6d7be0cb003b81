// Speech, sounds and vibration of this device; each can be muted.

import { language } from "../think/texts.js";
import { keep, kept } from "./remembered.js";

const UNLESS_CHOSEN = { voice: false, sounds: true, tick: true, vibrate: true, letters: false, remote: true };
// Off by default: otherwise four phones at a table would all speak.
export const SOUNDS = ["voice", "sounds", "tick", "vibrate"].filter(
  (name) => name !== "vibrate" || "vibrate" in navigator,
);

export function setting(name) {
  const chosen = kept(name);
  return chosen === null ? UNLESS_CHOSEN[name] : chosen === "true";
}

/** Whether the browser allows sound: only after a tap or a key press on the page. */
export function mayBeHeard() {
  return Boolean(navigator.userActivation?.hasBeenActive);
}

export function choose(name, value) {
  keep(name, String(value));
}

/** Speaks a text in the page's language, unless speech is muted; a sentence in progress is cut off. */
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

/** The voices for the page's language, voices on the device first. */
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

/** Plays one tone: frequency in hertz, seconds from now, duration, loudness. */
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

/** Plays tones one after the other, unless muted: [hertz, seconds from now, duration] each. */
export function play(tones, loud = 0.2) {
  if (!setting("sounds") || !window.AudioContext || !mayBeHeard()) return;
  for (const [hertz, from, seconds] of tones) tone(hertz, from, seconds, loud);
}

/** Stops all sounds and speech. */
export function hush() {
  audio?.close();
  audio = null;
  window.speechSynthesis?.cancel();
}

/** A short vibration, unless muted. */
export function shake(pattern) {
  if (setting("vibrate") && navigator.vibrate && mayBeHeard()) navigator.vibrate(pattern);
}

/** Keeps the screen on, if the browser can (only over HTTPS, or on the table's own computer). */
export function stayAwake() {
  const ask = () => {
    if (document.visibilityState === "visible" && navigator.wakeLock)
      navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
