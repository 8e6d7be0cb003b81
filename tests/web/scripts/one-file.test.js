import assert from "node:assert/strict";
import { test } from "node:test";
import "./language.js";

const { oneFile } = await import("../../../web/static/js/parts/history/one-file.js");

const verdict = { legal: true, played: ["r10"], draw: 0, opening_points: null, faults: [] };
const turn = {
  number: 1,
  round: 1,
  player: "</script><b>Bo",
  legal: true,
  seconds: 12,
  by_hand: false,
  verdict,
  overruled: null,
  drawn: 0,
  board: [{ set: 0, tiles: ["r9", "r10", "J"], ids: [1, 2, 3], how: ["", "new", "moved"] }],
};
const round = { round: 1, scores: { "</script><b>Bo": -5 }, winners: [], void: false };
const match = { players: ["</script><b>Bo"], rounds: [round], scores: { "</script><b>Bo": -5 }, turns: [turn] };

test("a replay is one page that asks for nothing else, and names stay names in it", () => {
  const page = oneFile(match, "</script><b>Bo");
  assert.doesNotMatch(page, /(src|href)=|https?:|import /);
  assert.equal(page.split("</script>").length, 3);
  assert.doesNotMatch(page, /<b>Bo/);
  const inside = /<script type="application\/json" id="inside">(.*)<\/script>/.exec(page)[1];
  const { turns } = JSON.parse(inside);
  assert.deepEqual(turns[0].rows, [{ faulty: false, tiles: ["r9", "r10", "J"], how: ["", "new", "moved"] }]);
  assert.match(turns[0].told, /lays red 10: legal/);
});
