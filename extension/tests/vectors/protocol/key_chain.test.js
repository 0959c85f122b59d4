// The chain of a server's keys: chains that a home follows, and chains that it refuses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHex } from "../../../src/protocol/encoding.js";
import { follow } from "../../../src/rounds/cohort/key_chain.js";
import { vectors } from "../../support/vectors.js";

const { good, bad } = vectors("protocol/key_chain");

/** @param {any} told */
function followed({ links, server, online_key, today, known }) {
  return follow({ links }, { server: fromHex(server), onlineKey: fromHex(online_key), today, known });
}

for (const one of good) {
  test(`a chain that is followed: ${one.why}`, async () => assert.deepEqual(await followed(one), one.newest));
}

for (const one of bad) {
  test(`a chain that is refused: ${one.why}`, () => assert.rejects(followed(one), { reason: one.refusal }));
}
