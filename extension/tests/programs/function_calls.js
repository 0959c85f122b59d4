// Calls functions of the protocol for tests in another language: a JSON list of [module, function, given ...] on
// stdin, a list of {done} or {error: class} on stdout. {"hex": "..."} stands for bytes, both ways. A BigInt that is
// returned is text.

import { readFileSync } from "node:fs";
import { fromHex, toHex } from "../../src/protocol/encoding.js";

/** @param {string} _ @param {any} value */
const bytesIn = (_, value) => (typeof value?.hex === "string" ? fromHex(value.hex) : value);
/** @param {string} _ @param {any} value */
const bytesOut = (_, value) => {
  if (typeof value === "bigint") return `${value}`;
  return value instanceof Uint8Array ? { hex: toHex(value) } : value;
};

/** @param {[string, string, ...unknown[]]} call */
async function answer([module, name, ...given]) {
  const found = (await import(`../../src/${module}.js`))[name];
  try {
    return { done: await found(...given) };
  } catch (error) {
    return { error: /** @type {Error} */ (error).constructor.name };
  }
}

const answers = [];
for (const call of JSON.parse(readFileSync(0, "utf8"), bytesIn)) answers.push(await answer(call));
console.log(JSON.stringify(answers, bytesOut));
