import "./language.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { said } = await import("../../../web/static/js/think/texts.js");

test("what was written wrong is told without the name that its field has for programs", () => {
  const wanted = { code: "wanted", text: "a name", values: {} };
  assert.equal(said({ code: "input.blank", values: { name: "to", wanted } }), "Write a name.");
  const number = { code: "wanted", text: "a whole number from 0 to 10000", values: {} };
  const wrong = { code: "input.wrong", values: { name: "points", wanted: number, given: "3.5" } };
  assert.equal(said(wrong), "Write a whole number from 0 to 10000, not 3.5.");
});
