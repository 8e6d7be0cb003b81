// A photograph's table, corrected on this device.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./language.js";

const { added, around, named, sentOf, settled, whole } = await import("../../../web/static/js/think/mended.js");

const at = (x) => [
  [x, 0],
  [x + 10, 0],
  [x + 10, 14],
  [x, 14],
];
const row = (tiles) => ({ tiles, quads: tiles.map((_tile, n) => at(11 * n)), valid: true, in_doubt: false });
const doubt = (place) => ({ set: 0, place, tile: "r9", or: ["r6"], confidence: 0.6 });
const table = {
  sets: [row(["r7", "r8", "r9"])],
  unsure: [doubt(2)],
  unread: [{ quad: at(60), or: ["k1"] }],
  ...{ width: 100, height: 50, clear: true, turn: null, table: { faults: [], in_doubt: true } },
};

test("a tile that is named is doubted no more", () => {
  const told = named(table, 0, 2, "r6");
  assert.deepEqual([told.sets[0].tiles, told.unsure], [["r7", "r8", "r6"], []]);
});

test("where no tile lies the doubts behind it move up", () => {
  const told = named(table, 0, 0, null);
  assert.deepEqual(told.sets[0].tiles, ["r8", "r9"]);
  assert.deepEqual(told.unsure, [doubt(1)]);
});

test("a tile that is added is as large as the nearest, around the point that was tapped", () => {
  const [corner, , opposite] = added(table, [38, 7], "r10").sets[1].quads[0];
  assert.deepEqual(
    [corner, opposite],
    [
      [33, 0],
      [43, 14],
    ],
  );
});

test("what could not be read is a tile, or none", () => {
  assert.deepEqual(settled(table, 0, "k1").sets[1], { tiles: ["k1"], quads: [at(60)] });
  assert.deepEqual(settled(table, 0, null).unread, []);
});

test("what is sent says what is doubtful still", () => {
  const sent = sentOf(table);
  assert.deepEqual(Object.keys(sent), ["sets", "unsure", "unread", "width", "height", "clear"]);
  assert.deepEqual(sent.unsure, [doubt(2)]);
});

test("a turn that waits for an answer is in doubt, whatever its table", () => {
  assert.equal(whole({ ...table, turn: { legal: false, question: { kind: "missing" } } }), "doubt");
  assert.equal(whole({ ...table, sets: [{ ...row(["r7"]), valid: false }] }), "bad");
});

test("the line around a row is convex and holds its tiles", () => {
  assert.equal(around(table.sets[0].quads).length, 4);
});
