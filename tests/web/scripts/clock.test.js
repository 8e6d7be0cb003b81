import assert from "node:assert/strict";
import { test } from "node:test";
import { face, isHurry, isSaidStill, leftOf, saidAt } from "../../../web/static/js/think/clock.js";

const playing = (more = {}) => ({ turn: { phase: "playing", seconds_left: 30, ...more } });

test("the clock runs on between two states, and never below zero", () => {
  assert.equal(leftOf(playing(), 1500), 28.5);
  assert.equal(leftOf(playing(), 60_000), 0);
});

test("the clock stands while the turn is paused, and after Done was pressed", () => {
  assert.equal(leftOf(playing({ phase: "paused" }), 1500), 30);
  assert.equal(leftOf({ ...playing(), pressed: { turn: 3 } }, 1500), 30);
  assert.equal(leftOf(playing({ asked: { kind: "misread" } }), 1500), 30);
});

test("a turn without a limit has no clock, nor has a table of which nothing is known", () => {
  assert.equal(leftOf(playing({ seconds_left: null }), 0), null);
  assert.equal(leftOf(null, 0), null);
});

test("the clock shows seconds, and minutes from a hundred on", () => {
  assert.deepEqual([null, 0, 99, 100, 125].map(face), ["", "0", "99", "1:40", "2:05"]);
});

test("only the last ten seconds of a turn that is played are in a hurry", () => {
  assert.equal(isHurry(playing(), 10), true);
  assert.equal(isHurry(playing(), 11), false);
  assert.equal(isHurry(playing({ phase: "paused" }), 5), false);
  assert.equal(isHurry({ ...playing(), pressed: { turn: 3 } }, 5), false);
});

test("thirty and ten seconds are said once, on a busy device a little late, and not at the turn's beginning", () => {
  assert.equal(saidAt(31, 30), 30);
  assert.equal(saidAt(30, 29), undefined);
  assert.equal(saidAt(12, 9), 10);
  assert.equal(saidAt(12, 7), undefined);
  assert.equal(saidAt(null, 30), undefined);
});

test("what was said of the time is taken back once it is untrue: at 57 nobody hears of ten seconds", () => {
  assert.deepEqual([31, 30, 28, 27, 10, 8, 7, 57, null].map(isSaidStill), [
    false,
    true,
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});
