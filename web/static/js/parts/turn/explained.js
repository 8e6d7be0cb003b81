// Why a verdict is what it is: each fault with the leaflet's rule, and which tile moved where. Beginners see it at
// once.

import { each, h } from "../../page/dom.js";
import { openSheet } from "../../page/sheet.js";
import { get, now } from "../../page/table.js";
import { said, t } from "../../think/texts.js";

const house = { match: 0, isForBeginners: false };

/**
 * A fault, what moved so that it is one, and its rule. `told`: the account of the turn, if there is one; `isNamed`: it
 * is not said above already.
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

/** What the verdict rests on: which tile freed which joker, and what moved where. */
export function accountTold({ account: told, played, faults }) {
  if (!told?.sentences.length || (!played.length && !faults.length)) return null;
  return h(
    "details.account",
    { open: told.sentences.some((sentence) => sentence.code.startsWith("account.joker")) },
    h("summary", t("What moved where")),
    each("ul", told.sentences, (sentence) => h("li", said(sentence))),
  );
}

/** What beginners are told below a verdict; nothing where the players did without help. */
export function forBeginners(verdict) {
  if (!verdict || !house.isForBeginners || verdict.by_hand) return [];
  return [
    verdict.faults.map((fault) => faultTold(fault, verdict.account, verdict.faults.length > 1)),
    accountTold(verdict),
  ];
}

/** Asks once a match what help the players agreed on; `then` is called where it is another than before. */
export async function learnHelp(then) {
  const number = now.state?.match?.number;
  if (!number || house.match === number) return;
  house.match = number;
  const { help } = await get("/api/house").catch(() => ({ help: "none" }));
  const was = house.isForBeginners;
  house.isForBeginners = help === "all";
  if (was !== house.isForBeginners) then();
}

/** Opens the rules that a set breaks. */
export function why(faults) {
  openSheet(
    said(faults[0]),
    faults.map((fault, n) => faultTold(fault, null, n > 0)),
  );
}
