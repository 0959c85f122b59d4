// The test vectors that Python and JavaScript share, and the moments and days in them.

import { readFileSync } from "node:fs";
import { textsOfExtension } from "../../scripts/catalogue.js";

/**
 * Return what a file of `tests/vectors/` holds.
 * @param {string} name such as "rounds/plain_round"
 * @returns {any}
 */
export function vectors(name) {
  return parsed(`../../../tests/vectors/${name}.json`);
}

/**
 * Return the texts of the extension's pages in a language, by key.
 * @param {string} tag such as "en"
 */
export function textsIn(tag) {
  return textsOfExtension(parsed(`../../../client/pdd_client/desktop/translations/${tag}.json`));
}

/** @param {string} path seen from this module */
function parsed(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
