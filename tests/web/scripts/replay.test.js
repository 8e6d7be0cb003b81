import assert from "node:assert/strict";
import { test } from "node:test";
import "./language.js";

const { faultySets, isTableKnown, placeAsked, placeOfKey, swiped, verdictOf, within } = await import(
  "../../../web/static/js/think/replay.js"
);
const { verdictText } = await import("../../../web/static/js/think/verdicts.js");

const turns = [{ number: 4 }, { number: 7 }, { number: 9 }];

test("an address names a turn; a turn that is not there, or none, is the first", () => {
  assert.deepEqual(
    ["#7", "#5", ""].map((hash) => placeAsked(turns, hash)),
    [1, 0, 0],
  );
});

test("arrows go from turn to turn, Home and End to the first and the last, other keys nowhere", () => {
  assert.deepEqual(
    ["ArrowLeft", "ArrowRight", "Home", "End", "x"].map((key) => placeOfKey(key, 1, 2)),
    [0, 2, 0, 2, undefined],
  );
});

test("nothing leads beyond the first and the last turn", () => {
  assert.deepEqual(
    [-1, 0, 2, 3].map((place) => within(place, 2)),
    [0, 0, 2, 2],
  );
});

test("a swipe to the left goes on; a short one, and one that scrolls, go nowhere", () => {
  assert.deepEqual([swiped(-80, 5), swiped(80, 5), swiped(-40, 0), swiped(-60, 50)], [1, -1, 0, 0]);
});

test("the sets of a fault are marked where the turn was not allowed, but not where the players let it count", () => {
  const verdict = { faults: [{ sets: [0, 2] }, { sets: [2] }] };
  assert.deepEqual([...faultySets({ legal: false, verdict })], [0, 2]);
  assert.deepEqual([...faultySets({ legal: true, verdict })], []);
});

test("of a turn kept by hand nothing is told that nobody saw", () => {
  const unseen = {
    player: "Bo",
    legal: true,
    by_hand: true,
    overruled: null,
    verdict: { legal: true, played: [], draw: 0 },
  };
  const passed = { ...unseen, verdict: { ...unseen.verdict, draw: 1 } };
  const told = [unseen, passed].map((turn) => [verdictText(verdictOf(turn)), isTableKnown(turn)]);
  assert.deepEqual(told, [
    ["Bo is done.", false],
    ["Bo lays nothing and draws 1 tile.", true],
  ]);
});
