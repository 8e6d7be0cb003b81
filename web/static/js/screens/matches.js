// All matches of this database: search by player and date, open, resume.

import { button, buttons, byId, each, fill, h } from "../page/dom.js";
import { get, listen } from "../page/table.js";
import { askToResume, byName, face, momentSaid, stateSaid, winner } from "../parts/history/evenings.js";
import { signed } from "../think/points.js";
import { counted, t } from "../think/texts.js";

const asked = new URLSearchParams(location.search);

async function begin() {
  const { players } = await get("/api/players");
  const names = players.map((player) => player.name).sort((a, b) => a.localeCompare(b));
  byId("player").append(
    ...names.map((name) => h("option", { value: name, selected: name === asked.get("player") }, name)),
  );
  byId("since").value = asked.get("since") || "";
  byId("search").addEventListener("change", () => search(1));
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    search(1);
  });
  await show(byName(players));
}

/** Puts the search into the address, so that it can be bookmarked, shared and found by the Back button. */
function search(page) {
  const wanted = new URLSearchParams();
  for (const name of ["player", "since"]) if (byId(name).value) wanted.set(name, byId(name).value);
  if (page > 1) wanted.set("page", page);
  location.search = wanted.toString();
}

async function show(player) {
  const { matches, page, pages, found } = await get(`/api/matches?${asked}`);
  byId("found").textContent = found
    ? counted(found, "{n} match", "{n} matches")
    : asked.toString()
      ? t("No match like that was found.")
      : t("No match has been played yet.");
  byId("matches").replaceChildren(...matches.map((match) => one(match, player)));
  fill(
    byId("pages"),
    page > 1 && button(t("Newer matches"), () => search(page - 1), { id: "newer" }),
    pages > 1 && h("span", t("Page {n} of {pages}", { n: page, pages })),
    page < pages && button(t("Earlier matches"), () => search(page + 1), { id: "older" }),
  );
}

function one(match, player) {
  const standing = [...match.players].sort((a, b) => match.scores[b] - match.scores[a]);
  return h(
    "li",
    { class: `card match ${match.state}` },
    h(
      "h2",
      h("a", { href: `/matches/${match.number}` }, momentSaid(match.began)),
      " ",
      h("span", { class: `state ${match.state}` }, stateSaid(match.state)),
    ),
    each("ul.seats", standing, (name) =>
      h("li", face(player(name)), h("span", name), h("strong", signed(match.scores[name])), winner(match, name)),
    ),
    h(
      "p.quiet-text",
      [match.table, counted(match.rounds, "{n} round", "{n} rounds"), counted(match.turns, "{n} turn", "{n} turns")]
        .filter(Boolean)
        .join(" · "),
    ),
    match.state === "left" &&
      buttons(
        button(t("Go on with this match"), async () => askToResume(await get(`/api/matches/${match.number}`)), {
          class: "resume",
        }),
      ),
  );
}

begin().catch((error) => {
  byId("found").textContent = error.message;
});
listen();
