// Explains a verdict: each fault with the leaflet's rule, and the moves of the tiles. Beginners see it at once.

import { each, h } from "../../page/dom.js";
import { openSheet } from "../../page/sheet.js";
import { get, now } from "../../page/table.js";
import { said, t } from "../../think/texts.js";

const house = { match: 0, isForBeginners: false };

/**
 * A fault, the moves that caused it, and its rule. `told`: the turn's account, if there is one; `isNamed`: the fault is
 * already named above.
 */
export function faultTold(fault, told, isNamed = true) {
  const about = fault.from === null || !told ? [] : told.sentences.filter((sentence) => sentence.from === fault.from);
  return h(
    "div.rule",
    isNamed && h("p", said(fault)),
    about.map((sentence) => h("p", said(sentence))),
    h("p.source", t("The rule: {source}", { source: said(fault.rule) })),
  );
}

/** The account behind the verdict: which tile freed which joker, and which tile moved where. */
export function accountTold({ account: told, played, faults }) {
  if (!told?.sentences.length || (!played.length && !faults.length)) return null;
  return h(
    "details.account",
    { open: told.sentences.some((sentence) => sentence.code.startsWith("account.joker")) },
    h("summary", t("What moved where")),
    each("ul", told.sentences, (sentence) => h("li", said(sentence))),
  );
}

/** The explanation that beginners see below a verdict; empty unless the players allow all help. */
export function forBeginners(verdict) {
  if (!verdict || !house.isForBeginners || verdict.by_hand) return [];
  return [
    verdict.faults.map((fault) => faultTold(fault, verdict.account, verdict.faults.length > 1)),
    accountTold(verdict),
  ];
}

/** Asks once a match which help the players allow; `then` is called if it has changed. */
export async function learnHelp(then) {
  const number = now.state?.match?.number;
  if (!number || house.match === number) return;
  house.match = number;
  const { help } = await get("/api/house").catch(() => ({ help: "none" }));
  const was = house.isForBeginners;
  house.isForBeginners = help === "all";
  if (was !== house.isForBeginners) then();
}

/** Opens the faults of a set, each with its rule. */
export function why(faults) {
  openSheet(
    said(faults[0]),
    faults.map((fault, n) => faultTold(fault, null, n > 0)),
  );
}
