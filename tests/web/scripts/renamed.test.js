import assert from "node:assert/strict";
import { test } from "node:test";
import { renamedTo } from "../../../web/static/js/think/players.js";

const match = (names, number = 1) => ({ match: { number }, players: names.map((name) => ({ name })) });
const before = match(["Ada", "Bo"]);

test("a new name in the place of one that is gone is the same player's", () => {
  assert.equal(renamedTo("Bo", match(["Ada", "Bob"]), before), "Bob");
  assert.equal(renamedTo("Bo", match(["Eva", "Bob", "Cy"]), before), "Bob");
});

test("nobody was renamed where the name is there still, or was never there", () => {
  assert.equal(renamedTo("Bo", match(["Bo", "Ada"]), before), undefined);
  assert.equal(renamedTo("Cy", match(["Ada", "Bob"]), before), undefined);
});

test("nobody can tell where the order is another as well, or the match", () => {
  assert.equal(renamedTo("Bo", match(["Bob", "Ada"]), before), undefined);
  assert.equal(renamedTo("Bo", match(["Ada", "Bob"], 2), before), undefined);
  assert.equal(renamedTo("Bo", { match: null, players: [] }, before), undefined);
});
