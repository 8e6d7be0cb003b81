// One player: form, rivals, openings, thinking time, faults; and the player's colour and picture.

import { byId, each, h, tellTrouble } from "../page/dom.js";
import { get, listen } from "../page/table.js";
import { daySaid, face, number, numbers, share } from "../parts/history/evenings.js";
import { looks } from "../parts/history/player-looks.js";
import { plot } from "../parts/history/plots.js";
import { forgetPlayer, openName } from "../parts/turn/people.js";
import { faultNames } from "../think/faults.js";
import { clockTime, signed } from "../think/points.js";
import { counted, t } from "../think/texts.js";

const address = `/api/players/${encodeURIComponent(byId("player").dataset.name)}`;

async function begin() {
  draw(await get(address));
}

function draw(player) {
  byId("who").replaceChildren(face(player, "large"), h("span", player.name));
  byId("summary").replaceChildren(facts(player));
  byId("form").replaceChildren(form(player));
  byId("rivals").replaceChildren(rivals(player));
  byId("plots").replaceChildren(...plots(player));
  byId("faults").replaceChildren(faults(player));
  byId("evenings").replaceChildren(evenings(player));
  byId("looks")?.replaceChildren(...looks(player, address, draw));
}

function facts({ points, matches, matches_won, rounds, won, openings, thinking, faults: told }) {
  const one = (name, value, more) =>
    value === "" ? null : h("div", h("dt", name), h("dd", h("strong", value), more ? h("span", more) : null));
  return h(
    "dl.facts",
    one(t("Points"), signed(points)),
    one(t("Rounds won"), number(won), rounds ? t("of {n} ({share})", { n: rounds, share: share(won / rounds) }) : ""),
    one(t("Matches won"), number(matches_won), t("of {n}", { n: matches })),
    one(
      t("Opening"),
      number(openings.mean_points),
      openings.count
        ? t("points on average, in turn {n}; the biggest {most}", {
            n: number(openings.mean_turn),
            most: openings.most_points,
          })
        : "",
    ),
    one(
      t("Thinking time"),
      clockTime(thinking.mean),
      thinking.turns ? t("a turn; the longest {time}", { time: clockTime(thinking.longest) }) : "",
    ),
    one(
      t("Turns not allowed"),
      share(told.rate),
      told.turns ? t("{n} of {all}", { n: told.failed, all: told.turns }) : "",
    ),
  );
}

function form({ form: rounds }) {
  if (!rounds.length) return h("p", t("No round has been scored yet."));
  return each("ol.form", rounds, (round) =>
    h(
      "li",
      { class: round.won ? "won" : "lost" },
      h(
        "a",
        { href: `/matches/${round.match}`, title: daySaid(round.began) },
        h("span.unseen", round.won ? t("won") : t("not won")),
        round.won ? h("span", { "aria-hidden": "true" }, "★ ") : null,
        " ",
        signed(round.points),
      ),
    ),
  );
}

function rivals({ rivals: met }) {
  if (!met.length) return h("p", t("No round has been scored yet."));
  const columns = [
    [t("Against"), (one) => h("a", { href: `/players/${encodeURIComponent(one.name)}` }, one.name)],
    [t("Rounds"), (one) => number(one.rounds)],
    [t("Ahead"), (one) => number(one.ahead)],
    [t("Behind"), (one) => number(one.behind)],
    [t("Own points"), (one) => signed(one.points)],
    [t("Their points"), (one) => signed(one.their_points)],
  ];
  return numbers(columns, met, t("Head to head"));
}

function plots(player) {
  const evening = player.matches_played;
  const own = (values) => [{ name: player.name, values, colour: `--p${player.colour}`, mark: `p${player.colour}` }];
  const matches = evening.map((_, n) => n + 1);
  const totals = evening.reduce((line, one) => [...line, (line[line.length - 1] ?? 0) + one.points], []);
  if (evening.length < 2) return [h("p.hint", t("From the second match on, lines are drawn here."))];
  const figure = (title, told) => h("figure", h("figcaption", title), plot({ label: title, x: matches, ...told }));
  return [
    figure(t("Points of all matches together"), { series: own(totals) }),
    figure(t("Seconds a turn on average, match by match"), { series: own(evening.map((one) => one.mean_seconds)) }),
    figure(t("Points of an opening on average, match by match"), {
      series: own(evening.map((one) => one.opening_points)),
    }),
    figure(t("Turns not allowed, match by match"), {
      series: own(evening.map((one) => one.failed / one.turns)),
      format: { style: "percent" },
      least: 0.1,
    }),
  ];
}

function faults({ faults: told }) {
  const names = faultNames();
  const found = Object.entries(told.codes);
  if (!found.length) return h("p", t("No fault was found in any turn."));
  return numbers(
    [
      [t("Fault"), ([code]) => names[code] || code],
      [t("How often"), ([, n]) => number(n)],
    ],
    found,
    t("Faults"),
  );
}

function evenings(player) {
  if (!player.matches_played.length) return h("p", t("No turn has been played yet."));
  let total = 0;
  const rows = player.matches_played
    .map((one) => {
      total += one.points;
      return { ...one, total };
    })
    .reverse();
  const columns = [
    [t("Match"), (one) => h("a", { href: `/matches/${one.match}` }, daySaid(one.began))],
    [t("Points"), (one) => signed(one.points)],
    [t("Total"), (one) => signed(one.total)],
    [t("Rounds won"), (one) => t("{n} of {all}", { n: one.won, all: one.rounds })],
    [t("Average turn"), (one) => clockTime(one.mean_seconds)],
    [t("Longest turn"), (one) => clockTime(one.longest_seconds)],
    [t("Not allowed"), (one) => t("{n} of {all}", { n: one.failed, all: one.turns })],
    [t("Opening points"), (one) => number(one.opening_points)],
    [t("Opened in turn"), (one) => number(one.opening_turn)],
  ];
  return h(
    "div",
    h("p.quiet-text", counted(rows.length, "{n} match", "{n} matches")),
    numbers(columns, rows, t("Match by match")),
  );
}

const name = byId("player").dataset.name;
byId("other-name")?.addEventListener("click", () =>
  openName(name, (to) => {
    location.href = `/players/${encodeURIComponent(to)}`;
  }),
);
byId("forget")?.addEventListener("click", () =>
  forgetPlayer(name, () => {
    location.href = "/players";
  }),
);
begin().catch(tellTrouble("summary"));
listen();
