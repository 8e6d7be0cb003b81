import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.tilewatch = { texts: {}, messages: {}, language: "en" };
const { brought } = await import("../../../web/static/js/think/points.js");

test("a round brought nothing to who joined later, whatever the name: no number is made up", () => {
  const round = { scores: { Ada: 12, Bo: -12 } };
  const told = ["Ada", "Bo", "Cy", "constructor"].map((name) => brought(round, name));
  assert.deepEqual(told, ["+12", "−12", "–", "–"]);
});
