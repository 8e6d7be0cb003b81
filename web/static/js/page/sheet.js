// A panel over the page's lower edge: what is asked there, and how it closes.

import { t } from "../think/texts.js";
import { all, button, buttons, byId, fill, h, land } from "./dom.js";

let opener = null; // what had the focus when the sheet was opened
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
  if (sheet.hidden) opener = document.activeElement;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-modal", "true");
  sheet.setAttribute("aria-label", title);
  const head = h("header", h("h2", { tabindex: "-1" }, title), button(t("Close"), closeSheet, { class: "quiet" }));
  fill(sheet, head, children);
  sheet.hidden = false;
  sheet.querySelector("h2").focus();
}

/** Asks once before something is done: `yes` says what, and does it by `act`. */
export function askFirst(title, words, yes, act, attributes = {}, no = t("No")) {
  openSheet(title, words, buttons(button(yes, act, attributes), button(no, closeSheet)));
}

export function closeSheet() {
  const sheet = byId("sheet");
  if (sheet.hidden) return;
  sheet.hidden = true;
  leaveSheet();
  sheet.replaceChildren();
  const again = opener?.isConnected ? opener : byId(opener?.id); // it may have been drawn anew
  again?.focus();
  if (opener !== document.body && document.activeElement === document.body) land();
}

document.addEventListener("keydown", (event) => {
  const sheet = byId("sheet");
  if (sheet.hidden) return;
  if (event.key === "Escape") closeSheet();
  if (event.key !== "Tab") return;
  const stops = all("button, input, a[href], select, textarea", sheet);
  const edge = event.shiftKey ? stops[0] : stops[stops.length - 1];
  if (document.activeElement === edge || !sheet.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? stops[stops.length - 1] : stops[0])?.focus();
  }
});
