// Done: claims the turn that is shown; whoever listens hears at once that it was pressed, and then what was in the way.

import { notice } from "./dom.js";
import { now, post, Refusal } from "./table.js";
import { t } from "./texts.js";

/** What became of the last press on this device: of which turn, whether it is still on its way, why it cannot be judged. */
export const claimed = { turn: 0, isSent: false, why: null };
let told = () => {};

/** Calls back when Done was pressed and when it was answered. */
export function onClaim(listener) {
  told = listener;
}

/** Claims the turn; `anyway`: whatever is doubtful. A question of the table is in the state that follows. */
export async function claim(anyway) {
  Object.assign(claimed, { turn: now.state.turn.number, isSent: true, why: null });
  told();
  try {
    await post("/api/turn/done", { anyway, turn: claimed.turn });
  } catch (error) {
    if (!(error instanceof Refusal)) notice(t("The table does not answer. Trying again …"));
    else if (error.status === 503) claimed.why = error;
    else if (!error.body.question) notice(error.message);
  }
  claimed.isSent = false;
  told();
}
