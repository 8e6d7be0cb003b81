import assert from "node:assert/strict";
import { test } from "node:test";
import { Width } from "../../../web/static/js/think/camera-size.js";

const MOST = 3840;

function sent(width, times, milliseconds, moment = 0) {
  for (let n = 0; n < times; n += 1) width.took(milliseconds, moment);
  return width.now;
}

test("pictures begin at 1920 pixels, or at what the camera gives", () => {
  assert.equal(new Width(MOST).now, 1920);
  assert.equal(new Width(1280).now, 1280);
});

test("a quick Wi-Fi makes pictures larger, a slow one smaller, and the slow size rests before it is tried again", () => {
  const width = new Width(MOST);
  assert.equal(sent(width, 10, 20), 2560);
  assert.equal(sent(width, 3, 400, 1000), 1920);
  assert.equal(sent(width, 10, 20, 2000), 1920);
  assert.equal(sent(width, 10, 20, 70_000), 2560);
});

test("pictures are as large as five a second allow", () => {
  const widths = [
    [(width) => 150 * (width / 1920) ** 2, 1920], // 2560 would take 267
    [(width) => 30 * (width / 1920) ** 2, 3840],
    [(width) => 400 * (width / 1920) ** 2, 1280],
    [(width) => 3000 * (width / 1920) ** 2, 960], // so slow that tiles are made hard to read
    [() => 400, 1280], // a slow table is no reason to make tiles hard to read
  ];
  for (const [took, wanted] of widths) {
    const width = new Width(MOST);
    for (let n = 0; n < 200; n += 1) width.took(took(width.now), n * 200);
    assert.equal(width.now, wanted);
  }
});
