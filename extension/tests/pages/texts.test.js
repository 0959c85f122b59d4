// The texts of the pages in all languages, and the rule that no text becomes markup.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { packTexts } from "../../scripts/texts.js";
import { DONOR_ERROR_CODES } from "../../src/core/error_names.js";
import { errorText, PageError } from "../../src/pages/texts/error_texts.js";
import { full, missing, missingDays, short } from "../../src/pages/texts/reason_texts.js";
import { LANGUAGES, languageOf, loadTexts, outside, paragraphs, Texts } from "../../src/pages/texts/texts.js";
import { INFORMING_LINES } from "../../src/protocol/messages.js";
import { textsIn } from "../support/vectors.js";

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));
const MOST_WORDS = 46;
const MOST_OF_A_DESCRIPTION = 132;

const ALL = Object.keys(LANGUAGES).map((tag) => /** @type {const} */ ([tag, textsIn(tag)]));
const ENGLISH = textsIn("en");

/** @param {string} tag */
function textsOf(tag) {
  return new Texts(tag, tag, textsIn(tag));
}

/** The text of every script of the pages. */
function scripts() {
  const found = readdirSync(join(SOURCE, "pages"), { recursive: true, encoding: "utf8" });
  return found
    .filter((path) => path.endsWith(".js"))
    .map((path) => readFileSync(join(SOURCE, "pages", path), "utf8"))
    .join("\n");
}

test("every text with a number has all plural forms of its language", () => {
  for (const key of Object.keys(ENGLISH)) {
    if (key.endsWith("_one")) assert.ok(key.replace(/_one$/, "_other") in ENGLISH, key);
  }
  assert.match(textsOf("en").count("found", 1), /^1 search found/);
  assert.match(textsOf("en").count("found", 0), /^0 searches found/);
  assert.match(textsOf("fr").count("found", 0), /^0 recherche trouvée/); // French counts none as one
  assert.match(textsOf("de").count("found", 1234), /^1\.234 Suchen/);
  assert.match(textsOf("es").count("found", 1_000_000), /^1\.000\.000/); // a form of its own, said like the plural
});

test("every text is used, and every used text exists", () => {
  const code = scripts();
  const named = [...code.matchAll(/["`]([a-z0-9_]+)["`]/g)].map(([, key]) => key);
  const written = new Set([...named, ...INFORMING_LINES]);
  // Keys that the code composes of parts: one part is written out there, or is one of the kinds of reasons.
  const parts = [...code.matchAll(/`(?:([a-z]+_)\$\{[^}]*\}(_[a-z]+)?|\$\{[^}]*\}(_[a-z]+))`/g)];
  const templates = parts.map(([, before, after, end]) => new RegExp(`^${before ?? ""}[a-z_]+${after ?? end ?? ""}$`));
  templates.push(/^(why|refused|missing)_[a-z_]+$/);
  const bases = new Set(Object.keys(ENGLISH).map((key) => key.replace(/_(one|other)$/, "")));
  const unused = [...bases].filter((key) => !written.has(key) && !templates.some((pattern) => pattern.test(key)));
  assert.deepEqual(unused, ["extension_description", "program"]); // the manifest's, and what stands in other texts
  const asked = [...code.matchAll(/\b(?:texts|this\.app\.texts|app\.texts)\.(t|count)\("([a-z_]+)"/g)];
  const missing = asked.filter(([, how, key]) => !(how === "count" ? `${key}_other` in ENGLISH : key in ENGLISH));
  assert.deepEqual(
    missing.map(([, , key]) => key),
    [],
  );
  assert.ok(asked.length > 150);
});

test("texts have no exclamation marks, short first pages, and names that stores accept", () => {
  for (const [tag, messages] of ALL) {
    for (const [key, message] of Object.entries(messages)) {
      assert.doesNotMatch(message, /[!¡$]/, `${tag} ${key}`); // "$" would be a place for a value to browsers
      if (key === "intro") assert.ok(message.split(/\s+/).length <= MOST_WORDS, `${tag} ${key}`);
    }
    assert.ok(messages.extension_description.length <= MOST_OF_A_DESCRIPTION, tag);
  }
});

test("the person's language comes before the browser's, and numbers keep the browser's format", async () => {
  assert.deepEqual(languageOf(null, "en-GB"), { tag: "en", locale: "en-GB" });
  assert.deepEqual(languageOf("de", "en-GB"), { tag: "de", locale: "de" });
  assert.deepEqual(languageOf("de", "de_AT"), { tag: "de", locale: "de-AT" });
  assert.deepEqual(languageOf(null, "pl"), { tag: "en", locale: "en" });
  assert.deepEqual(languageOf("constructor", "fr"), { tag: "fr", locale: "fr" });
});

test("in a package every text is read in its language", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "texts-"));
  context.after(() => rmSync(folder, { recursive: true }));
  await packTexts(folder);
  const file = async (/** @type {string} */ path) => JSON.parse(readFileSync(join(folder, path), "utf8"));
  for (const [tag, messages] of ALL)
    assert.deepEqual((await loadTexts(tag, { language: () => "en-US", file })).messages, messages);
});

test("text from outside stays on its line and can't change its neighbours' direction", () => {
  assert.equal(outside("a\u202eb\u2069c\nd\ud800"), "\u2068a b c d \u2069");
  assert.deepEqual(paragraphs("one\r\n\r\ntwo\u2069"), ["\u2068one\u2069", "\u2068two \u2069"]);
});

test("a value that looks like a placeholder is not replaced", () => {
  const texts = textsOf("en");
  assert.equal(texts.t("calendar_day", { day: "{what}", what: "x" }), "{what}: x");
});

test("errors are in the person's language, and a server's words are marked as such", () => {
  const texts = textsOf("de");
  const donor = (/** @type {string} */ code, values = {}) =>
    Object.assign(new Error("as the core says"), { code, values });
  assert.match(errorText(texts, donor("no-connection")), /^Unter .* antwortet nichts/);
  assert.match(
    errorText(texts, donor("problem", { name: "invitation-needed", detail: "x" })),
    /^Der Server nimmt diese/,
  );
  assert.match(errorText(texts, donor("problem", { name: "not-found", detail: "a\u202eb" })), /\u2068A b\.\u2069/);
  assert.match(errorText(texts, new PageError("permission", { host: "a.example" })), /\u2068a\.example\u2069/);
  assert.equal(errorText(texts, donor("of-a-later-version")), "\u2068As the core says.\u2069");
  const turned = Object.assign(new Error("a\u202eb"), { code: "of-a-later-version", values: {} });
  assert.equal(errorText(texts, turned), "\u2068A b.\u2069");
  assert.match(errorText(texts, new TypeError("secret")), /^In dieser Erweiterung/);
});

test("unknown reasons are shown by name, with letters and hyphens only", () => {
  const never = ["not-a-mode", "no-such-preference", "wrong-preference"]; // the pages can't cause them
  const texts = textsOf("en");
  const error = (/** @type {string} */ code) => Object.assign(new Error("a line of the core"), { code, values: {} });
  const bare = DONOR_ERROR_CODES.filter((code) => errorText(texts, error(code)) === "\u2068A line of the core.\u2069");
  assert.deepEqual(bare.sort(), [...never].sort());
});

test("unknown reasons are shown by name, with letters and hyphens only", () => {
  const texts = textsOf("en");
  assert.equal(short(texts, "paused"), "you have paused");
  assert.match(full(texts, "new<b>-reason"), /\(newb-reason\)/);
  assert.equal(missingDays(texts, "changed-protocol", 1, false), "1 day without totals (changed-protocol).");
});

test("what has no totals is a day or a week", () => {
  const texts = textsOf("en");
  assert.equal(missing(texts, "lost", false), "Nothing was published of this day: too few people came back in time.");
  assert.equal(missingDays(texts, "lost", 2, true), "2 weeks without totals: too few people came back in time.");
  assert.equal(missing(texts, "lost", true), "Nothing was published of this week: too few people came back in time.");
});

test("no code of the pages turns text into markup or code", () => {
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|createContextualFragment|eval\(|new Function/;
  assert.doesNotMatch(scripts(), ways);
});
