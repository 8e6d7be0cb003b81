// The house rules on Set up: every option in plain words, with the leaflet's own rule. And the beginners' box: no time
// limit, help on My rack for everybody, and each verdict explained.

import { byId, h, numberField } from "../../page/dom.js";
import { get, post } from "../../page/table.js";
import { t } from "../../think/texts.js";

const changes = new Map();
const house = { isHelped: false, isTouched: false }; // the box for beginners
let options = new Map();
let whenChanged = () => {};

/** The changed options: {option: value}. */
function houseRules() {
  return Object.fromEntries(changes);
}

/** The chosen rules: a preset's name, or an object with the changed options. */
export function chosenRules() {
  const preset = byId("preset").value;
  return changes.size ? { preset, ...houseRules() } : preset;
}

/** The rules in the form used in addresses. */
export function asText(rules) {
  return typeof rules === "string" ? rules : JSON.stringify(rules);
}

/** Takes over the rules of an earlier match: the preset and the changed options. */
export function takeOver(rules) {
  byId("preset").value = rules.preset || rules;
  changes.clear();
  if (rules.preset) for (const [name, value] of Object.entries(rules)) if (name !== "preset") changes.set(name, value);
  if (house.isTouched) ruleOfBox();
}

/** The rule that the box for beginners stands for: no limit for a turn. */
function ruleOfBox() {
  const isLimitless = byId("beginners").checked;
  if (isLimitless) choose("turn_seconds", null);
  else if (changes.get("turn_seconds") === null) changes.delete("turn_seconds");
}

/** Opens the groups around an option's field, and scrolls to it. */
export function keptOpen(name) {
  for (let place = byId(name); place; place = place.parentElement) if (place.tagName === "DETAILS") place.open = true;
  byId(name).focus();
}

/** A refusal with the option's own name in it. */
export function plainRefusal(refusal) {
  const option = refusal.body.values?.option;
  return option ? `${options.get(option)?.label || option}: ${refusal.message}` : refusal.message;
}

/** Sets an option directly, not through its field; the preset's own value is no house rule. */
export function choose(name, value) {
  if (value === options.get(name)?.preset) changes.delete(name);
  else changes.set(name, value);
}

/** The first option with an impossible value, as {name, text}; null: all are possible. */
export function firstTrouble() {
  for (const option of options.values()) {
    const text = option.choices ? null : trouble(option);
    if (text) return { name: option.name, text };
  }
  return null;
}

/** Draws all groups, the first one opened; `then` is called after each change. */
export function drawOptions(groups, then) {
  whenChanged = then;
  options = new Map(groups.flatMap((group) => group.options).map((option) => [option.name, option]));
  const [asked, ...others] = groups;
  byId("options").replaceChildren(
    h("h3", asked.title),
    ...asked.options.map(field),
    ...others.map((group) =>
      h(
        "details",
        { open: group.options.some((option) => changes.has(option.name)) },
        h("summary", group.title),
        group.options.map(field),
      ),
    ),
  );
  for (const name of options.keys()) mark(name);
}

function field(option) {
  const inside = option.choices ? choices(option) : number(option);
  return h(
    "div.option",
    { id: `option-${option.name}` },
    inside,
    h("p.source", h("strong.house", { hidden: true }, `${t("house rule")} · `), option.source),
  );
}

function number(option) {
  const { name, least, most, without } = option;
  const input = numberField(name, {
    min: least,
    max: most,
    inputmode: "numeric",
    value: option.value ?? "",
    disabled: option.value === null,
    "aria-describedby": `trouble-${name}`,
    oninput: () => changed(name),
  });
  const none =
    without &&
    h(
      "label.without",
      h("input", {
        type: "checkbox",
        id: `without-${name}`,
        checked: option.value === null,
        onchange: (event) => {
          input.disabled = event.target.checked;
          if (event.target.checked) input.value = "";
          else {
            input.value = option.preset ?? least;
            input.focus();
          }
          changed(name);
        },
      }),
      without,
    );
  return [
    h("label.number", { for: name }, h("span", option.label), input),
    none,
    h("p.trouble", { id: `trouble-${name}` }),
  ];
}

function choices(option) {
  const { name } = option;
  return h(
    "fieldset",
    h("legend", option.label),
    option.choices.map((choice, n) =>
      h(
        "label",
        h("input", {
          type: "radio",
          name,
          id: `${name}-${n}`,
          checked: choice.value === option.value,
          onchange: () => changed(name, choice.value),
        }),
        h("span", choice.says),
      ),
    ),
  );
}

function trouble({ name, least, most, label }) {
  const input = byId(name);
  if (input.disabled) return null;
  const value = input.value.trim();
  const fits = /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
  return fits ? null : t("{name}: a whole number from {least} to {most}.", { name: label, least, most });
}

function changed(name, chosen) {
  const option = options.get(name);
  const wrong = option.choices ? null : trouble(option);
  if (!option.choices) {
    byId(`trouble-${name}`).textContent = wrong || "";
    byId(name).setAttribute("aria-invalid", String(Boolean(wrong)));
    if (wrong) return;
  }
  choose(name, option.choices ? chosen : byId(name).disabled ? null : Number(byId(name).value));
  mark(name);
  whenChanged();
}

function mark(name) {
  const place = byId(`option-${name}`);
  place.classList.toggle("changed", changes.has(name));
  place.querySelector(".house").hidden = !changes.has(name);
}

/** Watches the beginners' box; `then` is called when the rules have changed. */
export async function offerBeginners(then) {
  const touched = () => {
    house.isTouched = true;
    ruleOfBox();
    then();
  };
  byId("beginners").addEventListener("change", touched);
  if (byId("beginners").checked) touched(); // it was tapped before this script ran
  const { help } = await get("/api/house").catch(() => ({ help: "none" }));
  house.isHelped = help === "all";
  showBeginners();
}

/** Ticks the box if the last match was played by beginners' rules. */
export function showBeginners() {
  if (!house.isTouched) byId("beginners").checked = house.isHelped && houseRules().turn_seconds === null;
}

/** Whether the box is ticked, if a user touched it; else null. */
export function chosenHelp() {
  return house.isTouched ? byId("beginners").checked : null;
}

/** Sets the box as it was chosen before a reload. */
export function chooseHelp(is) {
  if (is === null || house.isTouched) return;
  house.isTouched = true;
  byId("beginners").checked = is;
}

/** Sets the allowed help as the box says; if no user touched the box, the help stays as it is. */
export async function agreeOnHelp() {
  if (house.isTouched) await post("/api/house", { help: byId("beginners").checked ? "all" : "none" });
}
