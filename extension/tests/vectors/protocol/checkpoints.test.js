// Cosignatures that another program's witness made, and altered ones. Homes read single lines: they never see a note.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cosignedAt, witnessKey } from "../../../src/rounds/cohort/epoch/checkpoints.js";
import { vectors } from "../../support/vectors.js";

const { witness, cosigned, refused } = vectors("protocol/checkpoints");
const OF_NOTES_ALONE = ["no line end"];

/**
 * @param {string} note
 * @param {string} named
 */
async function timesIn(note, named) {
  const [key, [text, below]] = [witnessKey(named), note.split("\n\n")];
  if (key === null) return [];
  const found = below.split("\n").map((/** @type {string} */ line) => cosignedAt(line, `${text}\n`, key));
  return (await Promise.all(found)).filter((seconds) => seconds !== null);
}

for (const { why, note, seconds } of cosigned) {
  test(`cosigned: ${why}`, async () => assert.deepEqual(await timesIn(note, witness), [BigInt(seconds)]));
}

for (const { why, note, witness: named } of refused.filter(
  (/** @type {any} */ one) => !OF_NOTES_ALONE.includes(one.why),
)) {
  test(`refused: ${why}`, async () => assert.deepEqual(await timesIn(note, named), []));
}
