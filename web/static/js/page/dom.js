// Elements. Texts go in as text, never as markup.

import { t } from "./texts.js";


const SVG = "http://www.w3.org/2000/svg";

export function byId(id) {
  return document.getElementById(id);
}

/** An element; `on…` attributes are listeners, true and false set or leave out an attribute. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const RELEASE = 100; // milliseconds from a finger's lifting to its click, at most
const LONGEST = 1500; // milliseconds after which a press counts as over; a list that opened swallows its end
const late = new Map(); // what waits to be drawn: place → [key, children]
let pressed = null;
let pressEnds = 0;

// What is drawn anew between a finger's coming and its going loses the tap: it waits until the finger has gone.
document.addEventListener("pointerdown", (event) => { pressed = event.target; endPress(LONGEST); }, true);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => endPress(RELEASE), true);
document.addEventListener("click", () => { pressed = null; endPress(0); }, true);

function endPress(wait) {
  clearTimeout(pressEnds);
  pressEnds = setTimeout(() => {
    pressed = null;
    const waiting = [...late];
    late.clear();
    for (const [place, [key, children]] of waiting) show(place, key, children);
  }, wait);
}

/** Puts new children into a place, only if `key` says that something is different; never under a finger. */
export function show(place, key, children) {
  const text = JSON.stringify(key);
  late.delete(place);
  if (place.shown === text) return false;
  if (pressed && place.contains(pressed)) {
    late.set(place, [key, children]);
    return false;
  }
  place.shown = text;
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...[children()].flat(Infinity).filter(Boolean));
  if (focused) focusAgain(focused, place);
  return true;
}

/** What was drawn anew has the focus again that it had; where it is gone, the next thing to press has it. */
function focusAgain(before, place) {
  const isSame = (one) => one.textContent === before.textContent;
  const same = before.id ? byId(before.id) : [...place.querySelectorAll(before.localName)].find(isSame);
  if (same) same.focus();
  else land();
}

const NEXT = "main button.big, main a.big, #restored"; // what there is to press next

/** Whoever works by keyboard goes on at the next thing to press, as soon as it can be pressed: what had the focus is gone. */
export function land() {
  const next = [...document.querySelectorAll(NEXT)].find((one) => one.getClientRects().length) || byId("main");
  next.focus();
  if (!next.disabled) return;
  byId("main").focus();
  setTimeout(() => { if (document.activeElement === byId("main")) land(); }, RELEASE);
}

/** Whether an element can no longer have the focus. */
export function isGone(element) {
  return !element.isConnected || !element.getClientRects().length;
}

// A key that is held is one press: what takes the place of the pressed one was not meant.
document.addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter" && event.target.closest?.("button, a")) event.preventDefault(); });

export function button(text, action, attributes = {}) {
  return h("button", { type: "button", onclick: action, ...attributes }, text);
}

let closed = null; // what follows when the sheet is closed, or another one takes its place

/** Calls back once, when the sheet that is open now is closed. */
export function onClose(then) {
  closed = then;
}

function leaveSheet() {
  const then = closed;
  closed = null;
  then?.();
}

/** A panel over the page's lower edge; what had the focus gets it back. */
export function openSheet(title, ...children) {
  const sheet = byId("sheet");
  leaveSheet();
  const before = sheet.hidden ? document.activeElement : sheet.before;
  sheet.before = before;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-modal", "true");
  sheet.setAttribute("aria-label", title);
  const head = h("header", {}, h("h2", { tabindex: "-1" }, title), button(t("Close"), closeSheet, { class: "quiet" }));
  sheet.replaceChildren(head, ...children.flat(Infinity).filter(Boolean));
  sheet.hidden = false;
  sheet.querySelector("h2").focus();
}

export function closeSheet() {
  const sheet = byId("sheet");
  if (sheet.hidden) return;
  sheet.hidden = true;
  leaveSheet();
  sheet.replaceChildren();
  const before = sheet.before?.isConnected ? sheet.before : byId(sheet.before?.id); // it may have been drawn anew
  before?.focus();
  if (sheet.before !== document.body && document.activeElement === document.body) land();
}

document.addEventListener("keydown", (event) => {
  const sheet = byId("sheet");
  if (sheet.hidden) return;
  if (event.key === "Escape") closeSheet();
  if (event.key !== "Tab") return;
  const stops = [...sheet.querySelectorAll("button, input, a[href], select, textarea")];
  const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement === edge || !sheet.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
  }
});

let noticeEnds = 0;
/** A line above everything; it leaves by itself unless it `stays`. */
export function notice(text, stays = false) {
  const place = byId("notice");
  clearTimeout(noticeEnds);
  place.textContent = text;
  place.hidden = !text;
  if (text && !stays) noticeEnds = setTimeout(() => { place.hidden = true; }, 6000);
}
