import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.tilewatch = { texts: {}, messages: {}, language: "en" };
const { verdictText, winnersTold } = await import("../../../web/static/js/think/verdicts.js");

const LEGAL = {
  player: "Bo",
  played: ["k3"],
  draw: 0,
  legal: true,
  counts_as_legal: true,
  faults: [],
  overruled: null,
};

test("a legal turn that the players count as not allowed tells what is drawn for it", () => {
  const overruled = { ...LEGAL, counts_as_legal: false, fine: 3, overruled: "House rule" };
  assert.equal(verdictText(overruled), "Bo: not allowed. Bo draws 3 tiles. The players decided otherwise: House rule");
  const signed = verdictText({ ...overruled, overruled_by: "Ada" });
  assert.ok(signed.replace(/[\u2068\u2069]/g, "").endsWith("The players decided otherwise: House rule (Ada)"), signed);
});

test("a failed turn that counts after all tells of no tile drawn", () => {
  const failed = {
    ...LEGAL,
    legal: false,
    draw: 3,
    fine: 0,
    faults: [{ code: "?", text: "Too low." }],
    overruled: "No",
  };
  assert.equal(verdictText(failed), "Bo: not allowed. Too low. The players decided otherwise: No");
});

test("a match whose rounds were all struck out was won by nobody", () => {
  assert.equal(winnersTold({ match: { leaders: [] } }), "The match is over");
});
