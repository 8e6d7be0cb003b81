// The agreement, to be read or printed; its exercises are shown as tiles. During a match its rules can be changed.

import { all, byId, h } from "../page/dom.js";
import { get, post, Refusal } from "../page/table.js";
import { tilesOf } from "../parts/board/tiles.js";
import * as options from "../parts/setup/options.js";
import { changeLines } from "../parts/setup/rule-changes.js";
import { t } from "../think/texts.js";

const IN_A_ROUND = ["playing", "paused", "restoring", "counting"];

for (const list of all("[data-rows]")) {
  const rows = list.dataset.rows.split("/").filter(Boolean);
  list.append(
    ...(rows.length ? rows.map((row) => h("li", tilesOf(row))) : [h("li.nothing", t("The table is empty."))]),
  );
}
byId("print").addEventListener("click", () => window.print());

/** The rules changed while the match was played, and the form that changes them. */
async function ofMatch() {
  const { match, turn } = await get("/api/state");
  byId("changed").hidden = !match.rule_changes.length;
  byId("changes").replaceChildren(...changeLines(match));
  options.takeOver(match.coming_rules || match.rules);
  byId("reason").required = IN_A_ROUND.includes(turn.phase); // during a round the players say why
  byId("preset").addEventListener("change", () => drawRules());
  byId("change-form").addEventListener("submit", send);
  byId("change").open = location.hash === "#change";
  await drawRules();
}

async function drawRules() {
  const told = await get(`/api/rules?rules=${encodeURIComponent(options.asText(options.chosenRules()))}`);
  options.drawOptions(told.options, () => complain(""));
}

function complain(text) {
  byId("trouble").textContent = text;
}

async function send(event) {
  event.preventDefault();
  const wrong = options.firstTrouble();
  if (wrong) {
    options.keptOpen(wrong.name);
    complain(wrong.text);
    return;
  }
  try {
    await post("/api/rules", { rules: options.chosenRules(), reason: byId("reason").value });
    location.replace("/agreement?changed"); // the page is made anew, with what holds now
  } catch (error) {
    complain(error instanceof Refusal ? options.plainRefusal(error) : t("The table does not answer. Trying again …"));
    if (byId("reason").required && !byId("reason").value) byId("reason").focus();
  }
}

if (byId("change")) ofMatch();
