import assert from "node:assert/strict";
import { test } from "node:test";
import { seatsByName } from "../../../web/static/js/think/players.js";

test("a seat plan names everybody in order, those who sit out too", () => {
  const round = {
    tables: [
      { table: 2, players: ["Eva", "Bo"] },
      { table: 10, players: ["Ada"] },
    ],
    byes: ["Cy"],
  };
  assert.deepEqual(seatsByName(round, "sits out"), [
    ["Ada", 10],
    ["Bo", 2],
    ["Cy", "sits out"],
    ["Eva", 2],
  ]);
});
