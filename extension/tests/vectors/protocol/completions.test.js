// Answers about completion codes are read as the vectors say, or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";

import { InvalidMessage } from "../../../src/protocol/fields.js";
import { parseCompletions } from "../../../src/protocol/messages.js";
import { vectors } from "../../support/vectors.js";

const { good, bad } = vectors("protocol/completions");

for (const { why, json } of good) {
  test(`completions, good: ${why}`, () => assert.equal(JSON.stringify(parseCompletions(json)), json));
}

for (const { why, json } of bad) {
  test(`completions, bad: ${why}`, () => assert.throws(() => parseCompletions(json), InvalidMessage));
}
