import "./language.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { said, t } = await import("../../../web/static/js/think/texts.js");
const { inWords, namesOf } = await import("../../../web/static/js/think/tiles.js");

test("what was written wrong is told without the name that its field has for programs", () => {
  const wanted = { code: "wanted", text: "a name", values: {} };
  assert.equal(said({ code: "input.blank", values: { name: "to", wanted } }), "Write a name.");
  const number = { code: "wanted", text: "a whole number from 0 to 10000", values: {} };
  const wrong = { code: "input.wrong", values: { name: "points", wanted: number, given: "3.5" } };
  assert.equal(said(wrong), "Write a whole number from 0 to 10000, not 3.5.");
  const long = { code: "input.too-long", values: { name: "players[0]", most: 40 } };
  assert.equal(said(long), "Write 40 characters at most.");
  const strange = { code: "input.not-printable", values: { name: "players[0]" } };
  assert.equal(said(strange), "Write only characters that can be shown.");
});

test("a name that runs from right to left stands by itself, and turns no number beside it about", () => {
  assert.equal(t("{player}, {n} s", { player: "محمد", n: 37 }), "\u2068محمد\u2069, 37 s");
  assert.equal(inWords(["דן", "محمد", "Bo"]), "\u2068\u2068דן\u2069, \u2068محمد\u2069\u2069 and Bo");
  assert.equal(namesOf(["דן", "Bo"]), "\u2068דן\u2069, Bo");
  assert.equal(t("{player}, {n} s", { player: "Åse", n: 37 }), "Åse, 37 s");
});
