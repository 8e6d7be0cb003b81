import assert from "node:assert/strict";
import { test } from "node:test";
import { coloursApart } from "../../../web/static/js/think/players.js";

test("who has no colour yet gets one that nobody at the table has", () => {
  const own = new Map([
    ["Ada", 1],
    ["Cy", 0],
  ]);
  const told = coloursApart(["Ada", "Bo", "Cy", "Di"], (name) => own.get(name));
  assert.deepEqual([...told.values()], [1, 2, 0, 3]);
});

test("of two who chose the same colour the first keeps it", () => {
  assert.deepEqual([...coloursApart(["Ada", "Bo"], () => 5).values()], [5, 0]);
});

test("nine players share the eight colours there are", () => {
  const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];
  assert.equal(new Set(coloursApart(names, () => undefined).values()).size, 8);
});
