// Elements. Texts go in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of that name; each template has those that its script asks for.
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
 * An element, by its name and perhaps its classes (`p.lead`); `on…` attributes are listeners (a form with `onsubmit` is
 * sent by that alone), true and false set or leave out an attribute. Whatever follows is in it.
 * @param {string} kind
 * @returns {any}
 */
export function h(kind, ...inside) {
  const [tag, ...classes] = kind.split(".");
  const element = filled(document.createElement(tag), inside);
  if (classes.length) element.classList.add(...classes);
  return element;
}

/** An element with one in it for each of a list: `draw` makes it of the one and its place. */
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
 * The head of a table: a column each; one that has a class is [text, class].
 * @param {(string | string[])[]} columns
 */
export function tableHead(columns) {
  const named = columns.map((one) => (typeof one === "string" ? [one] : one));
  const cells = named.map(([text, kind]) => h("th", { scope: "col", class: kind }, text));
  return h("thead", h("tr", cells));
}

/** What is wider than a phone: scrolled by itself, also with the keyboard. */
export function scrolled(label, inside) {
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, inside);
}

/** Puts elements into a place; what is empty is left out. */
export function fill(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** Shows why a page has nothing to show, in its first place. */
export function tellTrouble(id) {
  return (error) => fill(byId(id), h("p.trouble", { role: "alert" }, error.message));
}

const RELEASE = 100; // milliseconds from a finger's lifting to its click, at most
const LONGEST = 1500; // milliseconds after which a press counts as over; a list that opened swallows its end
const drawn = new WeakMap(); // what is drawn: place → its key; the one store of it
const late = new Map(); // what waits to be drawn: place → [key, children]
let pressed = null;
let pressEnds = 0;

// What is drawn anew between a finger's coming and its going loses the tap: it waits until the finger has gone.
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

/** Puts new children into a place, only if `key` says that something is different; never under a finger. */
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

/** Has a place drawn anew the next time, whatever its key says: what is not in the key is another. */
export function forget(...places) {
  for (const place of places) drawn.delete(place);
}

/** Whether something is drawn in a place that need not be drawn anew. */
export function isDrawn(place) {
  return drawn.has(place);
}

/** What was drawn anew has the focus again that it had; where it is gone, the next thing to press has it. */
function focusAgain(before, place) {
  const called = (one) => one.getAttribute("aria-label") ?? one.getAttribute("href") ?? one.textContent;
  const isSame = (one) => called(one) === called(before);
  const same = before.id ? byId(before.id) : [...place.querySelectorAll(before.localName)].find(isSame);
  if (same) same.focus();
  else land();
}

// what there is to press next; whose phone it is can wait, and Enter would give it to the first player
const NEXT = "main .big:is(button, a):not(#whose-phone *), #restored";

/**
 * Whoever works by keyboard goes on at the next thing to press, as soon as it can be pressed: what had the focus is
 * gone.
 */
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

// A key that is held is one press: what takes the place of the pressed one was not meant.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && pressable(event.target)) event.preventDefault();
});

function pressable(target) {
  return target.closest?.("button, a");
}

export function button(text, action, attributes = {}) {
  return h("button", { type: "button", onclick: action, ...attributes }, text);
}

/** A field for a number; `attributes`: its least and most, its value, what it is called. */
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

// What was refused is about what was typed then: whoever types on is not told of it any more.
document.addEventListener("input", ({ target }) => {
  if (isPassing) notice("");
  const form = target instanceof HTMLElement ? target.closest("form") : null;
  for (const one of form?.querySelectorAll(".trouble[role=alert]") ?? []) one.replaceChildren();
});
