// Done: claims the turn that is shown; what cannot be done is said.

import { notice } from "./dom.js";
import { now, post, Refusal } from "./table.js";
import { t } from "./texts.js";

/** Claims the turn; `anyway`: whatever is doubtful. A question of the table is in the state that follows. */
export async function claim(anyway) {
  try {
    await post("/api/turn/done", { anyway, turn: now.state.turn.number });
  } catch (error) {
    if (!(error instanceof Refusal)) notice(t("The table does not answer. Trying again …"));
    else if (!error.body.question) notice(error.message);
  }
}
