// The texts of the page as /texts/en.js brings them; imported before any script that uses texts.
const colours = { k: "black", r: "red", b: "blue", o: "orange" };
const messages = Object.entries(colours).map(([letter, name]) => [`colour.${letter}`, [name, null, null]]);
globalThis.tilewatch = { language: "en", texts: {}, messages: Object.fromEntries(messages) };
