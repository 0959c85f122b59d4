// The test vectors that Python and JavaScript share, and the moments and days in them.

import { readFileSync } from "node:fs";

/**
 * Return what a file of `tests/vectors/` holds.
 * @param {string} name such as "rounds/plain_round"
 * @returns {any}
 */
export function vectors(name) {
  return parsed(`../../../tests/vectors/${name}.json`);
}

/**
 * Return the English texts of the extension's pages.
 * @returns {any}
 */
export function englishTexts() {
  return parsed("../../src/_locales/en/messages.json");
}

/** @param {string} path seen from this module */
function parsed(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
