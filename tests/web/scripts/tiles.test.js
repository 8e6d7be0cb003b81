import "./language.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { likelyBeside, likelyIn, likelyUnread } = await import("../../../web/static/js/think/likely.js");
const { inWords, pointsOf, spokenAll } = await import("../../../web/static/js/think/tiles.js");
const { signed, clockTime } = await import("../../../web/static/js/think/points.js");

test("a tile in a gap of a run is likeliest what fills it", () => {
  assert.deepEqual(likelyIn(["r5", "b9", "r7"], 1, null), ["b9", "r6", "r4"]);
});

test("what the camera holds possible comes first", () => {
  assert.equal(likelyIn(["r5", "r8", "r7"], 1, { or: ["r6"] })[1], "r6");
});

test("beside a group lies the colour it lacks, but first what is missing", () => {
  assert.deepEqual(likelyBeside(["k7", "r7", "b7"], false, true, ["o1"]), ["o1", "o7"]);
});

test("of a tile that cannot be read the guesses that are missing come first", () => {
  assert.deepEqual(likelyUnread(["r9", "r6"], [], ["r6"]), ["r6", "r9"]);
});

test("of what may be no tile at all nothing is guessed but what is missing and what fits", () => {
  assert.deepEqual(likelyUnread([], ["o9"], []), ["o9"]);
});

test("tiles are said as words, and a rack counts with the rules' joker", () => {
  assert.equal(spokenAll(["k13", "J"]), "black 13, joker");
  assert.equal(pointsOf(["r5", "J"], 30), 35);
  assert.equal(inWords(["Ada", "Bo", "Cy"]), "Ada, Bo and Cy");
});

test("points have their sign, and times are read as on a clock", () => {
  assert.deepEqual([12, -5, 0].map(signed), ["+12", "−5", "0"]);
  assert.deepEqual([47.2, 185, 4360].map(clockTime), ["47 s", "3:05", "1:12:40"]);
});
