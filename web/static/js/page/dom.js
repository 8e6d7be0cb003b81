// Creates elements. Texts are inserted as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element with that id; a script asks only for ids that its page's template has.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * All elements that fit a selector, in order.
 * @returns {any[]}
 */
export function all(selector, within = document) {
  return [...within.querySelectorAll(selector)];
}

/**
 * A new element. `kind`: its tag and classes (`p.lead`). An object among the arguments sets attributes: functions are
 * listeners (`on…`), true sets an attribute without a value, false leaves it out; with `onsubmit` the browser does not
 * send the form. All other arguments are children.
 * @param {string} kind
 * @returns {any}
 */
export function h(kind, ...inside) {
  const [tag, ...classes] = kind.split(".");
  const element = filled(document.createElement(tag), inside);
  if (classes.length) element.classList.add(...classes);
  return element;
}

/** An element with a child for each entry of a list; `draw` makes the child from the entry and its index. */
export function each(kind, list, draw) {
  return h(kind, list.map(draw));
}

export function svg(tag, ...inside) {
  return filled(document.createElementNS(SVG, tag), inside);
}

function filled(element, inside) {
  const [attributes, ...children] = inside[0]?.constructor === Object ? inside : [{}, ...inside];
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
    if (name === "onsubmit") element.addEventListener("submit", (event) => event.preventDefault());
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * The head of a table. A column is its text, or [text, class].
 * @param {(string | string[])[]} columns
 */
export function tableHead(columns) {
  const named = columns.map((one) => (typeof one === "string" ? [one] : one));
  const cells = named.map(([text, kind]) => h("th", { scope: "col", class: kind }, text));
  return h("thead", h("tr", cells));
}

/** A frame for content wider than a phone; it scrolls, also by keyboard. */
export function scrolled(label, inside) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, inside);
}

/** Replaces a place's children; null and empty values are left out. */
export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Returns a function that shows an error's sentence in the element with that id, in place of its content. */
export function tellTrouble(id) {
  return (error) => fill(byId(id), h("p.trouble", { role: "alert" }, error.message));
}

const RELEASE = 100; // milliseconds from a finger's lifting to its click, at most
const LONGEST = 1500; // milliseconds after which a press counts as over; a list that opened swallows its end
const drawn = new WeakMap(); // what is drawn: place → its key; the one store of it
const late = new Map(); // what waits to be drawn: place → [key, children]
let pressed = null;
let pressEnds = 0;

// An element that is replaced between touch and release loses the tap, so drawing waits for the release.
document.addEventListener(
  "pointerdown",
  (event) => {
    pressed = event.target;
    endPress(LONGEST);
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => endPress(RELEASE), true);
document.addEventListener(
  "click",
  () => {
    pressed = null;
    endPress(0);
  },
  true,
);

function endPress(wait) {
  clearTimeout(pressEnds);
  pressEnds = setTimeout(() => {
    pressed = null;
    const waiting = [...late];
    late.clear();
    for (const [place, [key, children]] of waiting) show(place, key, children);
  }, wait);
}

/** Puts new children into a place if `key` differs from the last one; under a finger it waits for the release. */
export function show(place, key, children) {
  const text = JSON.stringify(key);
  late.delete(place);
  if (drawn.get(place) === text) return false;
  if (pressed && place.contains(pressed)) {
    late.set(place, [key, children]);
    return false;
  }
  drawn.set(place, text);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  fill(place, children());
  if (focused) focusAgain(focused, place);
  return true;
}

/** Makes the next `show` of these places draw, even with an equal key: something outside the key has changed. */
export function forget(...places) {
  for (const place of places) drawn.delete(place);
}

/** Whether a place holds its last drawing. */
export function isDrawn(place) {
  return drawn.has(place);
}

/** Returns the focus to the redrawn copy of an element; if there is no copy, moves it to the next button. */
function focusAgain(before, place) {
  const called = (one) => one.getAttribute("aria-label") ?? one.getAttribute("href") ?? one.textContent;
  const isSame = (one) => called(one) === called(before);
  const same = before.id ? byId(before.id) : [...place.querySelectorAll(before.localName)].find(isSame);
  if (same) same.focus();
  else land();
}

// The next button to press. The question whose phone it is does not count: Enter would choose the first player.
const NEXT = "main .big:is(button, a):not(#whose-phone *), #restored";

/** Moves the focus to the next button, once it is enabled, because the focused element is gone. */
export function land() {
  const next = all(NEXT).find((one) => one.getClientRects().length) || byId("main");
  next.focus();
  if (!next.disabled) return;
  byId("main").focus();
  setTimeout(() => {
    if (document.activeElement === byId("main")) land();
  }, RELEASE);
}

/** Whether an element can no longer have the focus. */
export function isGone(element) {
  return !element.isConnected || !element.getClientRects().length;
}

// A held key is one press: its repeats must not press the button that replaces the pressed button.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && pressable(event.target)) event.preventDefault();
});

function pressable(target) {
  return target.closest?.("button, a");
}

export function button(text, action, attributes = {}) {
  return h("button", { type: "button", onclick: action, ...attributes }, text);
}

/** A field for a number; `attributes`: its least and most, its value, its label. */
export function numberField(id, attributes) {
  return h("input", { type: "number", id, ...attributes });
}

/** Buttons side by side. */
export function buttons(...inside) {
  return h("div.small-buttons", ...inside);
}

let noticeEnds = 0;
let isPassing = false; // whether what stands there leaves by itself
/** A line above everything; it leaves by itself unless it `stays`. */
export function notice(text, stays = false) {
  const place = byId("notice");
  clearTimeout(noticeEnds);
  place.textContent = text;
  place.hidden = !text;
  isPassing = !stays;
  if (text && !stays)
    noticeEnds = setTimeout(() => {
      place.hidden = true;
    }, 6000);
}

// A refusal is about the text as it was sent: further typing removes it.
document.addEventListener("input", ({ target }) => {
  if (isPassing) notice("");
  const form = target instanceof HTMLElement ? target.closest("form") : null;
  for (const one of form?.querySelectorAll(".trouble[role=alert]") ?? []) one.replaceChildren();
});
