// Signed texts of the `cohort` protocol: only the compact JSON of a message counts, and within its bounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, lengthPrefixed, toHex, utf8 } from "../../src/protocol/encoding.js";
import { sign, signingKey } from "../../src/protocol/primitives.js";
import { KINDS } from "../../src/rounds/cohort/messages.js";
import { opened } from "../../src/rounds/cohort/signed_messages.js";
import { DAY } from "../support/cohort_day.js";

/**
 * Sign a text with the server's online key.
 * @param {string} kind
 * @param {string} payload
 */
async function signed(kind, payload) {
  const { secret } = await signingKey(fromHex(DAY.online_seed));
  const signature = await sign(secret, lengthPrefixed([utf8("pdd/1/signed"), utf8(kind), utf8(payload)]));
  return { payload, signature: toHex(signature) };
}

/**
 * @param {keyof typeof KINDS} kind
 * @param {string} payload
 * @returns {Promise<any>}
 */
async function read(kind, payload) {
  const online = await signingKey(fromHex(DAY.online_seed));
  return opened(await signed(kind, payload), kind, online.public);
}

const PLAN = /** @type {string} */ (DAY.plan.payload);
const EPOCH = /** @type {string} */ (DAY.epoch.payload);

test("the compact JSON of a message is read as that message", async () => {
  assert.deepEqual(await read("cohort-plan", PLAN), JSON.parse(PLAN));
  assert.deepEqual(await read("epoch", EPOCH), JSON.parse(EPOCH));
});

const reversed = (/** @type {string} */ text) =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()));

for (const [why, kind, text] of /** @type {[string, keyof typeof KINDS, string][]} */ ([
  ["a field twice", "cohort-plan", PLAN.replace('"version":2', '"version":2,"version":2')],
  ["a space", "cohort-plan", PLAN.replace('"version":2', '"version": 2')],
  ["a line after it", "cohort-plan", `${PLAN}\n`],
  ["a byte order mark", "cohort-plan", `\ufeff${PLAN}`],
  ["another order", "cohort-plan", reversed(PLAN)],
  ["another order within a part", "cohort-plan", PLAN.replace(/("scale":"[^"]*"),("unit":1)/u, "$2,$1")],
  ["an escaped letter", "cohort-plan", PLAN.replace("Europe", "\\u0045urope")],
  ["an escaped slash", "cohort-plan", PLAN.replace("Europe/", "Europe\\/")],
  ["a fraction", "cohort-plan", PLAN.replace(/"colluders":(\d+)/u, '"colluders":$1.0')],
  ["an exponent", "cohort-plan", PLAN.replace(/"colluders":(\d+)/u, '"colluders":$1e0')],
  ["minus zero", "epoch", EPOCH.replace('"reset":0', '"reset":-0')],
  ["a tree of more than 10^8 leaves", "epoch", EPOCH.replace('"size":5', '"size":100000001')],
  ["entries of a part without bounds", "cohort-plan", PLAN.replace(/"entries":\d+/u, '"entries":50001')],
])) {
  test(`refused as not signed: ${why}`, async () => {
    assert.notEqual(text, kind === "epoch" ? EPOCH : PLAN);
    await assert.rejects(read(kind, text), { reason: "bad-signature" });
  });
}

test("the largest tree and the longest part are accepted", async () => {
  assert.equal((await read("epoch", EPOCH.replace('"size":5', '"size":100000000'))).size, 100_000_000);
  const longest = await read("cohort-plan", PLAN.replace(/"entries":\d+/u, '"entries":50000'));
  assert.equal(longest.layout[0].entries, 50_000);
});
