// The reader's language: translates English texts, with the language's plural forms, and messages by their codes.

const LEAFLET = /\b00[0-4]\b/g; // a printed leaflet's number: people know it by the title of its game
const TITLES = {
  "000": "Older Finnish leaflet",
  "001": "Original game",
  "002": "Original game, in Finnish",
  "003": "Short description",
  "004": "Danish cards",
};
// Languages that are written from right to left.
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** @type {{ texts: any, messages: any, language: string, worded?: string[] }} */
const told = /** @type {any} */ (globalThis).tilewatch; // what /texts/LANGUAGE.js brought
const { texts, messages, worded: presets } = told;
export const { language } = told;
/** @type {Intl.LDMLPluralRule[]} */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];
export const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });
const plurals = new Intl.PluralRules(language);
const forms = CATEGORIES.filter((name) => plurals.resolvedOptions().pluralCategories.includes(name));

/** The preset of the present match, if its leaflet has a vocabulary in this language; "": it has none. */
export function leafletOf({ match }) {
  const preset = match?.rules?.preset ?? match?.rules;
  return presets?.includes(preset) ? preset : "";
}

/** A text in the reader's language, with {values} inserted: t("Pool: {n}", { n: 53 }). */
export function t(english, values = {}) {
  return filled(texts[english] || english, values);
}

/** A text with a number, in its singular or plural form: counted(1, "{n} tile", "{n} tiles"). */
export function counted(n, one, more, values = {}) {
  return filled(form(one, more, n), { n, ...values });
}

/**
 * A message ({code, values, text}: a fault, a refusal, a question or a move) in the reader's language, without the
 * field names that are meant for programs.
 */
export function said(message) {
  return worded(message).replace(LEAFLET, (number) => `“${t(TITLES[number])}”`);
}

function worded(message) {
  if (message.code === "input.blank") return t("Write {wanted}.", message.values);
  if (message.code === "input.wrong") return t("Write {wanted}, not {given}.", message.values);
  if (message.code === "input.too-long") return t("Write {most} characters at most.", message.values);
  if (message.code === "input.not-printable") return t("Write only characters that can be shown.");
  const template = messages[message.code];
  if (!template) return texts[message.code] ? filled(texts[message.code], message.values) : message.text;
  const [one, more, field] = template;
  const values = message.values || {};
  return filled(more ? form(one, more, values[field]) : texts[one] || one, values);
}

/** The name of a colour, from its letter. */
export const colourSaid = (colour) => t(messages[`colour.${colour}`][0]);

/** The name of a tile, from its notation. */
export function spoken(tile) {
  if (tile === "J") return t("joker");
  return t("{colour} {number}", { colour: colourSaid(tile[0]), number: tile.slice(1) });
}

function form(one, more, n) {
  const all = texts[one];
  if (!all) return n === 1 ? one : more;
  return all[forms.indexOf(plurals.select(n))] || all[all.length - 1];
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? valueSaid(values[key]) : whole));
}

function valueSaid(value) {
  if (Array.isArray(value)) return listSaid(value);
  if (typeof value === "number") return figures.format(value);
  return value !== null && typeof value === "object" ? said(value) : isolated(String(value));
}

/** A text in Unicode bidi isolates: text from right to left does not reorder the numbers beside it. */
export function isolated(text) {
  return FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}

/** Tiles are said one by one; messages as sentences, or as parts of one. */
function listSaid(list) {
  if (!list.length || typeof list[0] === "string") return list.map(spoken).join(", ");
  const parts = list.map(said);
  return parts.join(parts[0].endsWith(".") ? " " : "; ");
}
