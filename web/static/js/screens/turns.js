// All turns as a timeline with pictures, for disputes; the last turn can be overruled or taken back.

import { button, byId, each, h, show } from "../page/dom.js";
import { askFirst, openSheet } from "../page/sheet.js";
import { get, listen, newestTurns, onState, press, pressAndClose } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import { pair, sideSaid } from "../parts/history/evenings.js";
import { accountTold, faultTold } from "../parts/turn/explained.js";
import { whyLong } from "../think/points.js";
import { counted, said, t } from "../think/texts.js";
import { spokenAll } from "../think/tiles.js";
import { reasonSigned } from "../think/verdicts.js";

let drawn = "";

async function draw(state) {
  const key = JSON.stringify([state.turn.number, state.turn.phase, state.match, state.verdict]);
  if (key === drawn) return;
  drawn = key;
  byId("replay").hidden = !state.match;
  if (state.match) byId("replay").firstChild.href = `/matches/${state.match.number}`;
  const { turns, page } = await newestTurns();
  if (key !== drawn) return; // answers may overtake each other; the newest state's counts
  const canUndo = state.verdict ? state.verdict.turn : null;
  drawTurns(turns, page, canUndo);
}

/** The notice of unreadable data found at the start, with pictures of the lost turns, until a user confirms it. */
async function drawLost() {
  const { told, turns } = await get("/api/lost").catch(() => ({ told: [], turns: [] }));
  byId("lost").hidden = !told.length && !turns.length;
  show(byId("lost"), [told, turns], () => [
    h("h2", t("What cannot be read any more")),
    told.map((one) => h("p", said(one))),
    turns.length
      ? h("p", t("The camera's pictures of these turns are left: lay them once more, one after the other."))
      : null,
    turns.map(lostPictures),
    button(t("We have seen it"), seen, { id: "lost-seen" }),
  ]);
}

async function seen() {
  if (await press("/api/lost/seen")) drawLost();
}

function lostPictures({ turn, pictures }) {
  const told = { before: t("Before turn {n}", { n: turn }), after: t("After turn {n}", { n: turn }) };
  return pair(pictures, (side) => [told[side], told[side]]);
}

function drawTurns(turns, page, canUndo) {
  const earlier = async () => {
    const before = await get(`/api/turns?page=${page - 1}`);
    drawTurns([...before.turns, ...turns], page - 1, canUndo);
  };
  const more = page > 1 ? button(t("Earlier turns"), earlier) : null;
  show(byId("timeline"), [turns, canUndo], () => [timeline(turns, canUndo), more]);
}

function timeline(turns, last) {
  if (!turns.length) return h("p.card", t("No turn has been played yet."));
  const rounds = [...new Set(turns.map((turn) => turn.round))].reverse();
  return rounds.map((round) => [
    h("h2", t("Round {n}", { n: round })),
    each("ol.timeline", turns.filter((turn) => turn.round === round).reverse(), (turn) =>
      one(turn, turn.number === last),
    ),
  ]);
}

function one(turn, isLast) {
  const { verdict } = turn;
  const sign = h(
    "span",
    { class: `sign ${turn.legal ? "legal" : "illegal"}` },
    turn.legal ? t("legal") : t("not allowed"),
  );
  const facts = [
    verdict.played.length || turn.by_hand ? null : t("laid nothing"),
    turn.drawn ? counted(turn.drawn, "drew {n} tile", "drew {n} tiles") : null,
    t("{n} s", { n: turn.seconds }) + whyLong(turn),
  ];
  return h(
    "li.card.turn",
    h("h3", t("{player}'s turn", { player: turn.player }), " ", sign),
    verdict.played.length ? h("p.tiles", tilesOf(verdict.played.join(" "))) : null,
    h("p.quiet-text", facts.filter(Boolean).join(" · ")),
    verdict.faults.map((fault) => faultTold(fault, verdict.account)),
    accountTold(verdict),
    turn.overruled ? h("p.overruled", t("overruled: {reason}", { reason: reasonSigned(turn) })) : null,
    pictures(turn),
    isLast ? remedies(turn) : null,
  );
}

function pictures(turn) {
  return pair(turn.pictures, (side) => {
    const told = sideSaid(side, turn);
    return [told, `${told}: ${tableWords(turn[side])}`];
  });
}

function tableWords(rows) {
  return rows.map((row) => spokenAll(row.split(" "))).join("; ") || t("The table is empty.");
}

function remedies(turn) {
  const text = turn.legal ? t("It was not allowed") : t("It was allowed");
  return h(
    "div.small-buttons.no-print",
    button(text, () => overrule(turn), { id: "overrule" }),
    button(t("Take this turn back"), () => undo(turn), { id: "undo-turn" }),
  );
}

function overrule(turn) {
  const reason = h("input", { id: "reason", maxlength: "500", required: true });
  const send = () => pressAndClose("/api/turn/overrule", { legal: !turn.legal, reason: reason.value });
  const title = turn.legal ? t("It was not allowed") : t("It was allowed");
  openSheet(
    title,
    h(
      "form.inline",
      { onsubmit: send },
      h("label", { for: "reason" }, t("Why do you decide otherwise?")),
      reason,
      h("button", { type: "submit", id: "overrule-send" }, title),
    ),
  );
  reason.focus();
}

function undo(turn) {
  const sure = () => pressAndClose("/api/turn/undo", { turn: turn.number });
  const words = t("Take {player}'s turn back? The match will be as it was before it.", { player: turn.player });
  askFirst(t("Take this turn back"), h("p", words), t("Yes"), sure, { id: "undo-sure" });
}

onState(draw);
listen();
drawLost();
