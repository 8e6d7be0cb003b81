// Set up's box for beginners: no limit for a turn, help on My rack for everybody, and each verdict explained.

import { byId } from "../../page/dom.js";
import { choose, houseRules, presetOf } from "./options.js";
import { get, post } from "../../page/table.js";

const house = { isHelped: false, isTouched: false };

/** Watches the box; `then` is called when the rules are others. */
export async function offerBeginners(then) {
  byId("beginners").addEventListener("change", () => {
    house.isTouched = true;
    choose("turn_seconds", byId("beginners").checked ? null : presetOf("turn_seconds"));
    then();
  });
  const { help } = await get("/api/house").catch(() => ({ help: "none" }));
  house.isHelped = help === "all";
  showBeginners();
}

/** Ticks the box where the last match was one for beginners. */
export function showBeginners() {
  if (!house.isTouched) byId("beginners").checked = house.isHelped && houseRules().turn_seconds === null;
}

/** Agrees on the help that the box says; what the players agreed on elsewhere stays where nobody touched it. */
export async function agreeOnHelp() {
  if (house.isTouched) await post("/api/house", { help: byId("beginners").checked ? "all" : "none" });
}
