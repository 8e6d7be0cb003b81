// Rules that the players changed while the match goes on: the present rule, since when it holds, and why.

import { h, notice } from "../../page/dom.js";
import { isolated, said, t } from "../../think/texts.js";

/** A change in one sentence. `isComing`: it holds from the next turn on. */
function changeTold(change, isComing) {
  const rules = change.told.map(said).join(" ");
  const told = isComing
    ? t("From the next turn on: {rules}", { rules })
    : t("From round {n} on: {rules}", { n: change.round, rules });
  return [
    told,
    change.reason ? t("Because: {reason}", { reason: change.reason }) : "",
    change.by ? `(${isolated(change.by)})` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** All changes as lines of a list. */
export function changeLines({ rule_changes: changes, coming_rules: coming }) {
  return changes.map((change, n) => h("li", changeTold(change, Boolean(coming) && n === changes.length - 1)));
}

/** Shows everybody the rules that were just changed. */
export function tellChange(state, before) {
  const [changes, old] = [state.match?.rule_changes || [], before?.match?.rule_changes || []];
  if (before?.match && before.match.number === state.match?.number && changes.length > old.length)
    notice(changeTold(changes.at(-1), Boolean(state.match.coming_rules)));
}
