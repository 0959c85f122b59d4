// The test vectors that Python and JavaScript share.

import { readFileSync } from "node:fs";

/**
 * @param {string} name
 * @returns {any}
 */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(`../../../tests/vectors/${name}.json`, import.meta.url), "utf8"));
}
