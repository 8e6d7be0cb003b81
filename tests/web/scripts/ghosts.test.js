import assert from "node:assert/strict";
import { test } from "node:test";
import { around, HEIGHT, partsOf, wayOf } from "../../../web/static/js/think/ghosts.js";

const ASPECT = 16 / 9;
const tile = (x, y, side = 40) => [
  [x, y],
  [x + side, y],
  [x + side, y + 1.34 * side],
  [x, y + 1.34 * side],
];
const ghost = (how, at, set = 0) => ({ how, set, at });

test("what is shown around tiles has the picture's shape and lies within it", () => {
  for (const quad of [tile(900, 500), tile(0, 0), tile(1730, 940)]) {
    const [left, top, width, height] = around([quad], ASPECT);
    assert.ok(Math.abs(width / height - ASPECT) < 1e-9);
    assert.ok(left >= 0 && top >= 0 && left + width <= HEIGHT * ASPECT + 1e-9 && top + height <= HEIGHT + 1e-9);
    assert.ok(left <= quad[0][0] && left + width >= quad[1][0]);
  }
});

test("a small tile is shown with enough of the picture around it", () => {
  const [, , width] = around([tile(900, 500, 10)], ASPECT);
  assert.ok(width >= 0.16 * HEIGHT * ASPECT - 1e-9);
});

test("places of work that overlap are one part, those apart are two", () => {
  assert.equal(
    partsOf([ghost("missing", tile(200, 200), 0), ghost("strange", tile(260, 210), null)], ASPECT).length,
    1,
  );
  assert.equal(partsOf([ghost("missing", tile(200, 200), 0), ghost("missing", tile(1500, 800), 1)], ASPECT).length, 2);
});

test("nothing is to be done near a tile in its place", () => {
  assert.deepEqual(partsOf([ghost("there", tile(200, 200))], ASPECT), []);
});

test("an arrow leads from where a tile lies towards where it belongs, and is none between neighbours", () => {
  const way = wayOf(tile(100, 500), tile(900, 500));
  const [[fromX, fromY], [toX, toY]] = way.line;
  assert.ok(fromX > 100 && toX < 940 && toX > fromX);
  assert.ok(Math.abs(fromY - toY) < 1e-9);
  assert.ok(way.head[0][0] > toX);
  assert.equal(wayOf(tile(100, 500), tile(150, 500)), null);
});
