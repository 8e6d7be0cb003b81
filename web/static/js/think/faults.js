// Short names of faults, by their codes.

import { t } from "./texts.js";

/** Each fault's code with its name. */
export function faultNames() {
  return {
    "not-a-set": t("not a set"),
    "too-many-of-a-tile": t("too many of a tile"),
    "tile-missing": t("a tile is missing"),
    "opening-too-low": t("opening too low"),
    "opening-one-set": t("opening of too many sets"),
    "opening-touches-table": t("opening touches the table"),
    "too-many-jokers": t("too many jokers in a set"),
    "joker-exchange": t("joker taken wrongly"),
    "joker-not-reused": t("freed joker not laid"),
    "joker-set-broken": t("joker's set broken"),
    "rebuilt-too-far": t("too little of a set left"),
    "time-over": t("time over"),
  };
}
