// A verdict that the players see otherwise: two taps, or their own words.

import { button, byId, closeSheet, h, openSheet } from "./dom.js";
import { press } from "./table.js";
import { t } from "./texts.js";

export function disagree(verdict) {
  const send = (reason) => async () => { if (await press("/api/turn/overrule", { legal: !verdict.counts_as_legal, reason })) closeSheet(); };
  const own = (event) => { event.preventDefault(); send(byId("own-reason").value)(); };
  const back = async () => { if (await press("/api/turn/undo", { turn: verdict.turn })) closeSheet(); };
  const title = verdict.counts_as_legal ? t("It was not allowed") : t("It was allowed");
  openSheet(title, h("div", { class: "small-buttons" }, reasons().map((reason, n) => button(reason, send(reason), { id: `reason-${n}`, class: n ? "" : "big" }))),
    h("form", { class: "inline", onsubmit: own }, h("label", { for: "own-reason" }, t("Why do you decide otherwise?")), h("input", { id: "own-reason", maxlength: "500", required: true }), h("button", { type: "submit", id: "own-reason-send" }, title)),
    h("div", { class: "small-buttons" }, button(t("Take this turn back"), back, { id: "disagree-back" }), h("a", { class: "button", href: "/turns" }, t("Look at the turns"))));
}

function reasons() {
  return [t("We all agree"), t("The camera misread it"), t("House rule")];
}
