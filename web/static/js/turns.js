// The dispute: every turn as a timeline, with what the camera saw; the last one can be overruled or taken back.

import { button, byId, closeSheet, h, openSheet, show, t } from "./dom.js";
import { get, listen, onState, press } from "./table.js";
import { spokenAll, tileElement } from "./tiles.js";
import { said } from "./sentences.js";
import { faultText } from "./verdicts.js";

let drawn = "";

async function draw(state) {
  const key = JSON.stringify([state.turn.number, state.turn.phase, state.match, state.verdict]);
  if (key === drawn) return;
  drawn = key;
  const turns = await get("/api/turns");
  const canUndo = state.verdict ? state.verdict.turn : null;
  show(byId("timeline"), [turns, canUndo], () => timeline(turns, canUndo));
}

function timeline(turns, last) {
  if (!turns.length) return h("p", { class: "card" }, t("turns.none"));
  const rounds = [...new Set(turns.map((turn) => turn.round))].reverse();
  return rounds.map((round) => [
    h("h2", {}, t("turns.round", { n: round })),
    h("ol", { class: "timeline" }, turns.filter((turn) => turn.round === round).reverse().map((turn) => one(turn, turn.number === last))),
  ]);
}

function one(turn, isLast) {
  const { verdict } = turn;
  const sign = h("span", { class: `sign ${turn.legal ? "legal" : "illegal"}` }, t(turn.legal ? "turns.legal" : "turns.illegal"));
  const facts = [verdict.played.length ? null : t("turns.nothing"), turn.drawn ? t("turns.drawn", { n: turn.drawn }) : null, t("turns.seconds", { s: turn.seconds })];
  return h("li", { class: "card turn" },
    h("h3", {}, t("turns.turn", { n: turn.number, player: turn.player }), " ", sign),
    verdict.played.length ? h("p", { class: "tiles" }, verdict.played.map((tile) => tileElement(tile))) : null,
    h("p", { class: "quiet-text" }, facts.filter(Boolean).join(" · ")),
    verdict.faults.map((fault) => h("div", { class: "rule" }, h("p", {}, faultText(fault)), h("p", { class: "source" }, t("rule", { source: said(fault.source) })))),
    turn.overruled ? h("p", { class: "overruled" }, t("turns.overruled", { reason: turn.overruled })) : null,
    pictures(turn),
    isLast ? remedies(turn) : null);
}

function pictures(turn) {
  const sides = ["before", "after"].filter((side) => turn.pictures[side]);
  if (!sides.length) return null;
  return h("div", { class: "pair" }, sides.map((side) => h("figure", {},
    h("a", { href: turn.pictures[side] }, h("img", { src: turn.pictures[side], loading: "lazy", alt: `${t(`turns.${side}`, { n: turn.number })}: ${tableWords(turn[side])}` })),
    h("figcaption", {}, t(`turns.${side}`, { n: turn.number })))));
}

function tableWords(rows) {
  return rows.map((row) => spokenAll(row.split(" "))).join("; ") || t("table.empty");
}

function remedies(turn) {
  const text = t(turn.legal ? "turns.overrule.illegal" : "turns.overrule.legal");
  return h("div", { class: "small-buttons no-print" }, button(text, () => overrule(turn), { id: "overrule" }), button(t("turns.undo"), () => undo(turn), { id: "undo" }));
}

function overrule(turn) {
  const reason = h("input", { id: "reason", maxlength: "500", required: true });
  const send = async (event) => {
    event.preventDefault();
    if (await press("/api/turn/overrule", { legal: !turn.legal, reason: reason.value })) closeSheet();
  };
  const title = t(turn.legal ? "turns.overrule.illegal" : "turns.overrule.legal");
  openSheet(title, h("form", { class: "inline", onsubmit: send }, h("label", { for: "reason" }, t("turns.reason")), reason, h("button", { type: "submit", id: "overrule-send" }, title)));
  reason.focus();
}

function undo(turn) {
  const sure = async () => { if (await press("/api/turn/undo")) closeSheet(); };
  openSheet(t("turns.undo"), h("p", {}, t("turns.undo.sure", { n: turn.number })),
    h("div", { class: "small-buttons" }, button(t("yes"), sure, { id: "undo-sure" }), button(t("no"), closeSheet)));
}

onState(draw);
listen();
