// The panel for players who disagree with a verdict: the likeliest corrections first, one tap each. While it is open
// the clock is stopped on every device; closing it or leaving the page starts the clock.

import { button, buttons, byId, h } from "../../page/dom.js";
import { closeSheet, onClose, openSheet } from "../../page/sheet.js";
import { now, onState, post, pressAndClose } from "../../page/table.js";
import { t } from "../../think/texts.js";

let about = null; // the turn whose verdict is looked at

export function disagree(verdict) {
  const isLegal = verdict.counts_as_legal;
  const decide = (reason) => () => pressAndClose("/api/turn/overrule", { legal: !isLegal, reason });
  const own = () => decide(byId("own-reason").value)();
  const back = () => pressAndClose("/api/turn/undo", { turn: verdict.turn });
  openSheet(
    t("{player}'s turn", { player: verdict.player }),
    buttons(first(verdict, decide, back)),
    h(
      "form.inline",
      { onsubmit: own },
      h("label", { for: "own-reason" }, isLegal ? t("It was not allowed, because …") : t("It was allowed, because …")),
      h("input", { id: "own-reason", maxlength: "500", required: true }),
      h(
        "button",
        { type: "submit", id: "own-reason-send" },
        isLegal ? t("Count it as not allowed") : t("Count it as allowed"),
      ),
    ),
    buttons(h("a.button", { href: "/turns" }, t("Look at the turns"))),
  );
  about = verdict.turn;
  clockStands();
}

/** The likeliest corrections after an empty turn, a legal one, and a failed one. */
function first(verdict, decide, back) {
  const again = button(
    verdict.counts_as_legal && !verdict.played.length ? t("I pressed Done by mistake") : t("Take this turn back"),
    back,
    { id: "disagree-back", class: verdict.counts_as_legal ? "big" : "" },
  );
  const misread = t("The camera misread it");
  const agreed = verdict.counts_as_legal ? t("We all agree: it was not allowed") : t("We all agree: it was allowed");
  const reasons = [misread, agreed, t("House rule")]
    .map((reason, n) =>
      button([named(verdict), agreed, byHouseRule(verdict)][n], decide(reason), {
        id: `reason-${n}`,
        class: !verdict.counts_as_legal && !n ? "big" : "",
      }),
    )
    .slice(verdict.by_hand ? 1 : 0); // a turn kept by hand was misread by no camera
  return verdict.counts_as_legal ? [again, ...reasons] : [...reasons, again];
}

/** The text of the button that overrules a verdict by a house rule; the match's rules stay as they are. */
function byHouseRule(verdict) {
  return verdict.counts_as_legal
    ? t("Our house rule: this turn counts as not allowed")
    : t("Our house rule: this turn counts as allowed");
}

function named(verdict) {
  return verdict.counts_as_legal
    ? t("The camera misread it: it was not allowed")
    : t("The camera misread it: it was allowed");
}

onState((state) => {
  if (about === null || !byId("own-reason")) return;
  if (state.verdict?.turn !== about) closeSheet(); // another turn was judged: the sheet is about the one before
});

let stopped = false; // whether this device stopped the clock

/** Stops the clock for as long as the sheet that was just opened is open. */
export function clockStands() {
  onClose(goOn);
  if (stopped || now.state?.turn.phase !== "playing") return;
  stopped = true;
  post("/api/pause", { why: "dispute" }).catch(() => {
    stopped = false;
  });
}

function goOn() {
  if (!stopped) return;
  stopped = false;
  // another device may have started it already, or the turn has changed
  post("/api/resume", { why: "dispute" }).catch(() => {});
}

window.addEventListener("pagehide", goOn);
