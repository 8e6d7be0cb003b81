// What this device remembers by itself: for good, or (`sessionStorage`) as long as its page is open; and whose it is.

/** What is remembered by a name; null: nothing, or a private window remembers nothing. */
export function kept(name, where = "localStorage") {
  try {
    return window[where].getItem(`tilewatch.${name}`);
  } catch {
    return null;
  }
}

/** Remembers a value by a name; null: nothing any more. */
export function keep(name, value, where = "localStorage") {
  try {
    if (value === null) window[where].removeItem(`tilewatch.${name}`);
    else window[where].setItem(`tilewatch.${name}`, value);
  } catch {
    /* A private window. */
  }
}

/** The player whose device this is; "": nobody's in particular. */
export function mySeat() {
  return kept("seat") || "";
}

/** Whether somebody said whose device this is, also that it is nobody's. */
export function isSeatChosen() {
  return kept("seat") !== null;
}

export function takeSeat(name) {
  keep("seat", name);
}

/** Keeps what is typed here about something, `about`, until it is sent: a reload loses nothing; null: nothing is. */
export function keepDraft(name, about, typed) {
  keep(`draft.${name}`, typed && JSON.stringify([about, typed]));
}

/** What was typed here about it and not sent yet; null: nothing, or about something else. */
export function draftOf(name, about) {
  const [of, typed] = JSON.parse(kept(`draft.${name}`) || "[]");
  return of === about ? typed : null;
}
