// Values stored on this device, for good or (`sessionStorage`) as long as the page is open; and the device's player.

/** The value remembered under a name; null: there is none, or a private window keeps none. */
export function kept(name, where = "localStorage") {
  try {
    return window[where].getItem(`tilewatch.${name}`);
  } catch {
    return null;
  }
}

/** Remembers a value under a name; null deletes it. */
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

/** Whether a user answered whose device this is; "nobody's" is an answer, too. */
export function isSeatChosen() {
  return kept("seat") !== null;
}

export function takeSeat(name) {
  keep("seat", name);
}

/** Stores a draft about something (`about`) until it is sent, so that a reload loses nothing; null: deletes it. */
export function keepDraft(name, about, typed) {
  keep(`draft.${name}`, typed && JSON.stringify([about, typed]));
}

/** The draft about something; null: there is none, or it is about something else. */
export function draftOf(name, about) {
  const [of, typed] = JSON.parse(kept(`draft.${name}`) || "[]");
  return of === about ? typed : null;
}
