// The director's controls: rounds, the hall's clock, late and leaving players, invitations, taking changes back; and
// the form for a table's result.

import { button, buttons, byId, fill, h, notice, numberField } from "../../page/dom.js";
import { askFirst, closePanel, closeSheet, openSheet, top } from "../../page/sheet.js";
import { post } from "../../page/table.js";
import { said, t } from "../../think/texts.js";

// The fields are reused, not redrawn: tables report while the director types, and no typed text may be lost.
const finals = numberField("finals", { min: 1, value: 1, "aria-label": t("Tables of the final") });
const minutes = numberField("minutes", { min: 1, max: 600, value: 40, "aria-label": t("Minutes") });
const latecomer = h("input", { id: "latecomer", maxlength: "40", required: true, "aria-label": t("Name") });
const leaving = h("select", { id: "leaving", "aria-label": t("Player") });
const whom = h("select", { id: "invited", "aria-label": t("Whom to invite") });

/** Sets the options of a select; the chosen option stays chosen if it is still among them. */
function offer(list, options) {
  const chosen = list.value;
  fill(list, options);
  if (options.some((one) => one.value === chosen)) list.value = chosen;
}

function card(title, ...children) {
  return h("section.card", h("h2", title), children);
}

/** The director's cards; `act` sends a request and shows a refusal. */
export function directorPanel(tournament, act) {
  return h(
    "div.director.columns",
    rounds(tournament, act),
    clock(tournament, act),
    people(tournament, act),
    invitations(tournament),
    changes(tournament, act),
  );
}

/** The numbers of a round's tables that have no result. */
function withoutResult(round) {
  return round.tables.filter((table) => !table.result).map((table) => table.table);
}

/** Tables of earlier rounds without a result, because it was struck out or taken back: such rounds give no points. */
function lost(tournament) {
  return tournament.rounds.slice(0, -1).flatMap((round) =>
    withoutResult(round).map((table) =>
      h(
        "p.trouble",
        t("Round {round} of table {n} counts for nobody: it was struck out, or taken back.", {
          n: table,
          round: round.round,
        }),
      ),
    ),
  );
}

function rounds(tournament, act) {
  const last = tournament.rounds.at(-1);
  const missing = last ? withoutResult(last) : [];
  const isThrough = tournament.rounds.filter((round) => !round.final).length >= tournament.planned;
  return card(
    t("Rounds"),
    missing.length ? h("p", t("No result yet from table {tables}.", { tables: missing.join(", ") })) : null,
    lost(tournament),
    buttons(
      button(t("Seat the next round"), () => act("/api/club/round"), {
        class: "big",
        disabled: missing.length > 0 || isThrough,
      }),
    ),
    isThrough && h("p.quiet-text", t("All rounds that were planned have been seated.")),
    buttons(
      finals,
      button(t("Seat a final"), () => act("/api/club/round", { final: Number(finals.value) }), {
        disabled: missing.length > 0 || !last,
      }),
    ),
    buttons(
      button(t("Open another tournament"), openAnother, { class: "quiet" }),
      tournament.number > 1 && !last
        ? button(t("Back to the tournament before"), () => askBack(tournament, act), { class: "quiet", id: "back" })
        : null,
    ),
  );
}

function openAnother() {
  byId("opening").dataset.wanted = "yes";
  byId("opening").hidden = false;
  byId("t-name").focus();
}

/** Asks whether to remove a tournament in which nothing was played, so that the previous one is current. */
function askBack(tournament, act) {
  const back = t("Back to the tournament before");
  const words = h("p", t("{name} goes, with its players. The tournament before goes on where it stood.", tournament));
  const go = () => {
    act("/api/club/undo", { change: 0 });
    closeSheet();
  };
  askFirst(back, words, back, go, { id: "back-sure" });
}

function clock(tournament, act) {
  const runs = tournament.clock?.runs;
  return card(
    t("The hall's clock"),
    buttons(
      minutes,
      button(t("Start"), () => act("/api/club/clock", { minutes: Number(minutes.value) })),
      tournament.clock
        ? button(runs ? t("Stop") : t("Go on"), () => act(runs ? "/api/club/clock/stop" : "/api/club/clock/resume"))
        : null,
    ),
  );
}

function people(tournament, act) {
  const gone = (one) => h("option", { value: one.name }, one.name);
  offer(leaving, [
    h("option", { value: "" }, t("Who leaves?")),
    ...tournament.players.filter((one) => one.is_in).map(gone),
  ]);
  const come = async () => {
    if (await act("/api/club/player", { name: latecomer.value })) latecomer.value = "";
  };
  const ask = () => {
    if (!leaving.value) {
      leaving.focus();
      return;
    }
    const name = leaving.value;
    const leaves = t("{player} leaves", { player: name });
    const words = h("p", t("{player} is seated in no further round.", { player: name }));
    const go = () => {
      act("/api/club/player/left", { name });
      closeSheet();
    };
    askFirst(leaves, words, leaves, go, { id: "leaves-sure" });
  };
  return card(
    t("Players"),
    h("form.small-buttons", { onsubmit: come }, latecomer, h("button", { type: "submit" }, t("Comes late"))),
    buttons(leaving, button(t("Leaves"), ask, { id: "leaves" })),
  );
}

function invitations(tournament) {
  const tables = [...new Set(tournament.rounds.flatMap((round) => round.tables.map((table) => table.table)))];
  offer(whom, [
    ...tables.map((n) => h("option", { value: `host:${n}` }, t("Host of table {n}", { n }))),
    ...tournament.players.map((one) => h("option", { value: `player:${one.name}` }, one.name)),
  ]);
  const make = async () => {
    const [role, of] = [whom.value.split(":")[0], whom.value.split(":").slice(1).join(":")];
    const title = whom.selectedOptions[0].textContent;
    const made = await post("/api/club/invite", role === "host" ? { role, table: Number(of) } : { role, player: of });
    openSheet(
      title,
      h("p", t("Scan this with the phone it is for. It is valid until you make another one for the same.")),
      h("img.invitation", { src: `/invitation.svg?code=${made.code}`, alt: t("QR code of the invitation") }),
      h("p", made.address),
    );
  };
  const show = () => make().catch((error) => notice(error.message));
  return card(t("Invitations"), buttons(whom, button(t("Show the QR code"), show, { id: "invite" })));
}

function changes(tournament, act) {
  const row = (one) =>
    h(
      "li",
      { class: one.counts ? "" : "gone" },
      h("span", `${one.change}. ${said(one.told)}`),
      one.counts && one.change
        ? button(t("Take back"), () => act("/api/club/undo", { change: one.change }), {
            class: "quiet",
            "aria-label": t("Take back change {n}", { n: one.change }),
          })
        : null,
    );
  return card(
    t("What happened"),
    h("ol.changes", { tabindex: "0", "aria-label": t("What happened") }, [...tournament.changes].reverse().map(row)),
  );
}

/** Opens the form for a table of a round; `done` is called when the result was accepted. */
export function resultForm(table, round, isDirector, done) {
  const rows = table.players.map((name, n) => ({
    name,
    points: numberField(`points-${n}`, {
      step: "any",
      required: true,
      "aria-label": t("Points of {name}", { name }),
      value: table.result ? table.result.scores[name] : "",
    }),
    tiles: numberField(`tiles-${n}`, {
      min: 0,
      max: 200,
      "aria-label": t("Tiles left of {name}", { name }),
      value: table.result?.tiles[name] ?? "",
    }),
  }));
  const reason = h("input", { id: "reason", maxlength: "500" });
  const sum = h("p.quiet-text");
  const trouble = h("p.trouble", { role: "alert" });
  const add = () => {
    sum.textContent = t("Together: {sum} (has to be 0)", {
      sum: rows.reduce((all, row) => all + Number(row.points.value || 0), 0),
    });
  };
  const send = async () => {
    const scores = Object.fromEntries(rows.map((row) => [row.name, Number(row.points.value)]));
    const tiles = Object.fromEntries(
      rows.filter((row) => row.tiles.value !== "").map((row) => [row.name, Number(row.tiles.value)]),
    );
    const panel = top();
    try {
      await post("/api/club/result", {
        table: table.table,
        round,
        scores,
        tiles,
        ...(reason.value.trim() ? { reason: reason.value } : {}),
      });
      closePanel(panel);
      done();
    } catch (error) {
      trouble.textContent = error.message;
    }
  };
  const heads = h(
    "div.result-row",
    { "aria-hidden": "true" },
    h("strong", t("Player")),
    h("strong", t("Points")),
    h("strong", t("Tiles left")),
  );
  const form = h(
    "form",
    { onsubmit: send, oninput: add },
    heads,
    rows.map((row) => h("div.result-row", h("span", row.name), row.points, row.tiles)),
    sum,
    isDirector && [h("label", { for: "reason" }, t("Why (kept with the result)")), " ", reason],
    trouble,
    buttons(
      h("button", { type: "submit" }, t("Enter the result")),
      button(t("Cancel"), closeSheet, { class: "quiet" }),
    ),
  );
  openSheet(t("Table {n}, round {round}", { n: table.table, round }), form);
  add();
  rows[0].points.focus();
}
