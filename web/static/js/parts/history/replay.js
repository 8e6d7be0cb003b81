// The replay of a match turn by turn: laid tiles glow, moved tiles travel. By arrow keys, swipes, slider or link.

import { button, fill, h } from "../../page/dom.js";
import { get } from "../../page/table.js";
import { clockTime, whyLong } from "../../think/points.js";
import { faultySets, isTableKnown, placeAsked, placeOfKey, swiped, verdictOf, within } from "../../think/replay.js";
import { t } from "../../think/texts.js";
import { verdictText } from "../../think/verdicts.js";
import { glideFrom, mayGlide, TRAVEL } from "../board/glide.js";
import { tileElement } from "../board/tiles.js";
import { bestPlay } from "../racks/plays.js";
import { pair, sideSaid } from "./evenings.js";

const PACE = 2600; // milliseconds of a turn while the replay runs by itself

export function beginReplay(place, match) {
  if (!match.turns.length) {
    place.append(h("p", t("No turn has been played yet.")));
    return;
  }
  const replay = new Replay(match);
  place.append(...replay.parts());
  replay.listen(place);
  replay.goTo(replay.asked(), false);
}

class Replay {
  constructor(match) {
    this.match = match;
    this.at = 0;
    this.tiles = new Map(); // by their id, so that the same element travels
    this.running = 0;
    this.head = h("h3.replay-turn");
    this.board = h("ol.felt.rows.replay-board");
    this.verdict = h("div.verdict");
    this.more = h("div.replay-more");
    this.slider = h("input", {
      type: "range",
      id: "turn",
      min: 1,
      max: match.turns.length,
      step: 1,
      "aria-label": t("Turn"),
      oninput: () => this.goTo(Number(this.slider.value) - 1),
    });
    this.run = button(t("Play"), () => this.runOrStop(), { id: "run", "aria-pressed": "false" });
    this.back = button("‹", () => this.step(-1), { id: "earlier", "aria-label": t("The turn before") });
    this.on = button("›", () => this.step(1), { id: "later", "aria-label": t("The next turn") });
  }

  parts() {
    const controls = h("div.replay-controls.no-print", this.back, this.slider, this.on, this.run);
    const key = h(
      "p.hint.replay-key",
      h("span.key.new"),
      ` ${t("laid in this turn")} `,
      h("span.key.moved"),
      ` ${t("moved in this turn")}`,
      h("span.no-print", ` · ${t("Arrow keys and swipes go from turn to turn.")}`),
    );
    this.table = h("div", this.board, key);
    this.stage = h("div.replay-stage", this.table, this.more);
    return [h("div", { role: "status" }, this.head), controls, this.verdict, this.stage];
  }

  listen(place) {
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => {
      this.goTo(this.asked());
      place.scrollIntoView({ block: "nearest" });
    });
    let from = null;
    this.board.addEventListener(
      "touchstart",
      (event) => {
        from = event.touches.length === 1 ? event.touches[0] : null;
      },
      { passive: true },
    );
    this.board.addEventListener(
      "touchend",
      (event) => {
        if (!from) return;
        const [x, y] = [event.changedTouches[0].clientX - from.clientX, event.changedTouches[0].clientY - from.clientY];
        const by = swiped(x, y);
        if (by) this.step(by);
      },
      { passive: true },
    );
  }

  asked() {
    return placeAsked(this.match.turns, location.hash);
  }

  key(event) {
    if (event.target.closest("input, select, textarea, .sheet") || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const go = placeOfKey(event.key, this.at, this.match.turns.length - 1);
    if (go === undefined) return;
    event.preventDefault();
    this.goTo(go);
  }

  step(by) {
    this.goTo(this.at + by);
  }

  runOrStop() {
    if (this.running) return this.stop();
    if (this.at === this.match.turns.length - 1) this.goTo(0);
    this.running = setInterval(() => {
      if (this.at === this.match.turns.length - 1) this.stop();
      else this.step(1);
    }, PACE);
    this.tellRun();
    return null;
  }

  stop() {
    clearInterval(this.running);
    this.running = 0;
    this.tellRun();
  }

  tellRun() {
    this.run.textContent = this.running ? t("Stop") : t("Play");
    this.run.setAttribute("aria-pressed", String(Boolean(this.running)));
  }

  goTo(place, isNamed = true) {
    const last = this.match.turns.length - 1;
    this.at = within(place, last);
    const turn = this.match.turns[this.at];
    if (isNamed) history.replaceState(null, "", `#${turn.number}`);
    this.slider.value = this.at + 1;
    this.slider.setAttribute("aria-valuetext", t("{player}'s turn", { player: turn.player }));
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === last;
    this.head.textContent = `${t("Round {n}", { n: turn.round })} · ${t("{player}'s turn", { player: turn.player })}`;
    this.tell(turn);
    this.lay(turn);
  }

  tell(turn) {
    this.verdict.className = `verdict ${turn.legal ? "legal" : "illegal"}`;
    this.verdict.replaceChildren(
      h("p", verdictText(verdictOf(turn))),
      h("span.quiet-text", clockTime(turn.seconds) + whyLong(turn)),
    );
    const best = h("div", { role: "status" });
    const ask = async () => {
      const told = await get(`/api/matches/${this.match.number}/turns/${turn.number}/best`).catch((error) => ({
        error: error.message,
      }));
      fill(best, told.error ? h("p", told.error) : bestPlay(told));
    };
    const photographs = pictures(turn);
    this.stage.classList.toggle("beside", Boolean(photographs) || this.stage.classList.contains("beside"));
    fill(
      this.more,
      photographs,
      turn.rack_known &&
        this.match.may_look &&
        h("div.no-print", button(t("What was the best play?"), ask, { id: "best" }), best),
    );
  }

  /** Shows the turn's table; tiles that were on the table before travel to their new places. */
  lay(turn) {
    const from = new Map([...this.tiles].map(([id, tile]) => [id, tile.getBoundingClientRect()]));
    const kept = new Map();
    const faulty = faultySets(turn);
    const rows = turn.board.map((row) =>
      h(
        "li",
        { class: faulty.has(row.set) ? "faulty" : "" },
        row.tiles.map((tile, n) => {
          const drawn = this.tiles.get(row.ids[n]) || tileElement(tile);
          drawn.classList.toggle("new", row.how[n] === "new");
          drawn.classList.toggle("moved", row.how[n] === "moved");
          kept.set(row.ids[n], drawn);
          return drawn;
        }),
      ),
    );
    this.board.replaceChildren(...(rows.length ? rows : [h("li.nothing", t("The table is empty."))]));
    this.tiles = kept;
    this.table.hidden = !isTableKnown(turn);
    if (mayGlide()) for (const [id, tile] of kept) travel(tile, from.get(id));
  }
}

function travel(tile, from) {
  const to = tile.getBoundingClientRect();
  if (!from) {
    tile.animate(
      [
        { opacity: 0, transform: "scale(1.35)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: TRAVEL, easing: "ease-out" },
    );
    return;
  }
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 1) return;
  glideFrom(tile, x, y);
}

function pictures(turn) {
  const told = (side) => sideSaid(side, turn);
  return pair(turn.pictures, (side) => [told(side), told(side)]);
}
