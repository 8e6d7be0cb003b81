// A panel over the page's lower edge: its content, and how it closes.

import { t } from "../think/texts.js";
import { all, button, buttons, byId, h, isGone, land } from "./dom.js";

const STOPS = "button, input, a[href], select, textarea, summary, [tabindex='0']";
const SHEET = "sheet"; // what the browser's history knows of a page with a sheet over it

let opener = null; // what had the focus when the sheet was opened
let closed = null; // what follows when the sheet is closed, or another one takes its place
let beneath = null; // what another sheet covers for a while: {label, closed, focused}
let isBehind = history.state === SHEET; // whether Back leads from an open sheet, or a closed one, to the page itself

/** Calls back once, when the sheet that is open now is closed. */
export function onClose(then) {
  closed = then;
}

function leaveSheet() {
  const then = closed;
  closed = null;
  then?.();
}

/** A panel over the page's lower edge; the element that had the focus gets it back. */
export function openSheet(title, ...children) {
  const sheet = byId("sheet");
  if (beneath) closeSheet();
  leaveSheet();
  if (sheet.hidden) opener = document.activeElement;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-modal", "true");
  sheet.replaceChildren();
  lay(title, children);
}

/** Opens a panel over the open sheet, if there is one; that sheet is unchanged when the panel closes. */
export function openOver(title, ...children) {
  const sheet = byId("sheet");
  if (sheet.hidden || beneath) {
    openSheet(title, ...children);
    return;
  }
  beneath = { label: sheet.getAttribute("aria-label"), closed, focused: document.activeElement };
  closed = null;
  top().hidden = true;
  lay(title, children);
}

function lay(title, children) {
  const sheet = byId("sheet");
  const head = h("header", h("h2", { tabindex: "-1" }, title), button(t("Close"), closeSheet, { class: "quiet" }));
  sheet.setAttribute("aria-label", title);
  sheet.append(h("div", head, children));
  sheet.hidden = false;
  top().querySelector("h2").focus();
  if (isBehind) return;
  isBehind = true;
  history.pushState(SHEET, "");
}

// Back closes the topmost panel; without a panel it leaves the page. The history entry of a closed sheet stays, is used
// by the next sheet, and is skipped by Back.
window.addEventListener("popstate", () => {
  if (!isBehind) {
    isBehind = history.state === SHEET; // Forward, to where a sheet was
    return;
  }
  isBehind = false;
  if (byId("sheet").hidden) {
    history.back();
    return;
  }
  closeSheet();
  if (byId("sheet").hidden) return;
  isBehind = true; // it lay over another one
  history.pushState(SHEET, "");
});

/** The topmost panel; nothing: no sheet is open. */
export function top() {
  return byId("sheet")?.lastElementChild;
}

function uncover() {
  top().remove();
  top().hidden = false;
  byId("sheet").setAttribute("aria-label", beneath.label);
  ({ closed } = beneath);
  beneath.focused?.focus();
  beneath = null;
}

/** Asks for confirmation: `yes` is the button's text, `act` its effect. */
export function askFirst(title, words, yes, act, attributes = {}, no = t("No")) {
  openSheet(title, words, buttons(button(yes, act, attributes), button(no, closeSheet)));
}

/** Closes a panel that is still on top. Its press was answered late, and another sheet may be open by then. */
export function closePanel(panel) {
  if (top() === panel) closeSheet();
}

export function closeSheet() {
  const sheet = byId("sheet");
  if (sheet.hidden) return;
  leaveSheet();
  if (beneath) {
    uncover();
    return;
  }
  sheet.hidden = true;
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
  const stops = [...all(STOPS, top()), ...all("#undo button")].filter((one) => !isGone(one) && !one.disabled);
  const at = stops.indexOf(/** @type {any} */ (document.activeElement));
  const next = event.shiftKey ? Math.max(at, 0) + stops.length - 1 : at + 1;
  event.preventDefault();
  stops[next % stops.length]?.focus();
});
