// The donor's half of the `recoverable` round gives the vectors' bytes, and refuses their lies by name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fromHex, toHex } from "../src/protocol/encoding.js";
import { DonorSecrets } from "../src/protocol/keys.js";
import { BOX_SIZE, BoxKeys, RoundSecrets } from "../src/protocol/rounds/recoverable/dealing.js";
import * as half from "../src/protocol/rounds/recoverable/donor.js";
import { Refused } from "../src/protocol/rounds/refusals.js";
import { split } from "../src/protocol/secret_sharing.js";
import { vectors } from "./vectors.js";

const { good, bad } = vectors("recoverable_round");
const [ROUND] = good;
const SERVER_KEY = fromHex(ROUND.server_key);
const [DAY, TODAY] = ["2026-11-20", "2026-11-21"];
const [PREPARED, SUBMITTED] = [
  [0, 1, 3, 4],
  [0, 1, 3],
];
const NUMBERS = 10;
const [SIZE, HASHES] = [5, 128];
const REVEAL_SIZE = 33;

/** @param {number} place */
function secretsOf(place) {
  const { identity_seed, exchange_secret } = ROUND.donors[place];
  return DonorSecrets.from(fromHex(identity_seed), fromHex(exchange_secret));
}

/** @param {number} place */
function roundSecretsOf(place) {
  const { ephemeral, self_mask } = ROUND.donors[place];
  return new RoundSecrets(fromHex(ephemeral), fromHex(self_mask));
}

/**
 * The vectors' random bytes in the order in which a dealing asks for them.
 * @param {number} place
 */
function randomness(place) {
  const parts = [ROUND.donors[place].coefficients, ROUND.donors[place].nonces].map(fromHex);
  return (/** @type {number} */ size) => {
    const part = /** @type {Uint8Array} */ (parts.shift());
    assert.equal(part.length, size);
    return part;
  };
}

/**
 * @param {number} place
 * @param {any} [story]
 */
async function opened(place, story = ROUND) {
  const own = await (await secretsOf(place)).member(SERVER_KEY);
  return half.openGroupPlan(story.plan, story.group_plan, { identity: SERVER_KEY, serverKey: SERVER_KEY, own });
}

/**
 * @param {number} place
 * @param {any} [story]
 */
async function prepared(place, story = ROUND) {
  const [tentative, secrets] = [await opened(place, story), await secretsOf(place)];
  const random = randomness(place);
  return half.prepare(tentative, secrets, roundSecretsOf(place), DAY, random, new BoxKeys(secrets));
}

/**
 * @param {number} place
 * @param {any} [story]
 * @param {object} [changes]
 */
async function context(place, story = ROUND, changes = {}) {
  const own = { serverKey: SERVER_KEY, prepared: (await prepared(place)).prepared, today: TODAY, signedBefore: null };
  return half.openRound(await opened(place), story.roster, { ...own, ...changes });
}

/** @param {number} place */
function boxes(place) {
  const start = HASHES + SIZE * 64 + place * BOX_SIZE;
  return PREPARED.map((dealer) => fromHex(ROUND.prepared[dealer].message).subarray(start, start + BOX_SIZE));
}

/**
 * @param {number} place
 * @param {any} [story]
 * @param {{given?: Uint8Array[], toldBefore?: string | null}} [changes]
 */
async function revealed(place, story = ROUND, { given = boxes(place), toldBefore = null } = {}) {
  const tentative = await opened(place);
  const { roster, digest } = await half.openRoster(tentative, ROUND.roster, SERVER_KEY);
  const standing = { serverKey: SERVER_KEY, sent: SUBMITTED.includes(place), toldBefore };
  const told = await half.openSurvivors(tentative, roster, digest, story.survivors, standing);
  if (story === ROUND) assert.equal(toHex(told.digest), ROUND.survivors_digest);
  const keys = new BoxKeys(await secretsOf(place));
  return toHex(await half.reveal(tentative, roster, told.survivors, given, keys));
}

for (const place of PREPARED) {
  test(`member ${place} prepares the vectors' message`, async () => {
    const { shares, entry, message } = ROUND.prepared[place];
    const { selfMask, ephemeral } = roundSecretsOf(place);
    const coefficients = fromHex(ROUND.donors[place].coefficients);
    const found = split(Uint8Array.of(...selfMask, ...ephemeral), ROUND.threshold, SIZE, coefficients);
    assert.deepEqual(found.map(toHex), shares);
    const made = await prepared(place);
    assert.equal(half.threshold(SIZE), ROUND.threshold);
    assert.deepEqual({ ...made.prepared }, entry);
    assert.equal(toHex(made.data), message);
  });
}

for (const place of SUBMITTED) {
  test(`member ${place} submits the vectors' bytes`, async () => {
    const own = await context(place);
    assert.equal(toHex(own.encoded), ROUND.context);
    assert.equal(toHex(own.digest), ROUND.context_digest);
    const vector = Uint32Array.from(ROUND.vectors[place]);
    const sent = await half.submit(own, await secretsOf(place), roundSecretsOf(place), vector);
    assert.equal(toHex(sent), ROUND.blinded[place]);
  });
}

for (const place of [0, 2, 3, 4]) {
  test(`member ${place} reveals the vectors' shares`, async () => {
    assert.equal(await revealed(place), ROUND.reveals[place]);
  });
}

/**
 * @param {any[]} lies
 * @param {(lie: any) => Promise<unknown>} attempt
 */
function refusedByName(lies, attempt) {
  for (const lie of lies) {
    test(`refused: ${lie.why}`, () =>
      assert.rejects(attempt(lie), (thrown) => thrown instanceof Refused && thrown.reason === lie.reason));
  }
}

refusedByName(bad.group_plan, (lie) => prepared(0, lie));
refusedByName(bad.survivors, (lie) => revealed(0, lie));
refusedByName(bad.roster, async (lie) =>
  half.submit(await context(0, lie), await secretsOf(0), roundSecretsOf(0), new Uint32Array(NUMBERS)),
);

for (const { why, box } of bad.box) {
  test(`a box gives no share: ${why}`, async () => {
    const given = boxes(0);
    given[PREPARED.indexOf(3)] = fromHex(box);
    const expected = fromHex(ROUND.reveals[0]).fill(0, 2 * REVEAL_SIZE, 3 * REVEAL_SIZE);
    assert.equal(await revealed(0, ROUND, { given }), toHex(expected));
  });
}

test("a day is blinded under one roster, and shares are revealed for one list", async () => {
  const other = "00".repeat(32);
  await context(0, ROUND, { signedBefore: ROUND.context_digest });
  await assert.rejects(context(0, ROUND, { signedBefore: other }), { reason: "day-signed-before" });
  await assert.rejects(context(0, ROUND, { today: DAY }), { reason: "day-not-over" });
  await revealed(0, ROUND, { toldBefore: ROUND.survivors_digest });
  await assert.rejects(revealed(0, ROUND, { toldBefore: other }), { reason: "told-before" });
});

test("an impossible threshold and other random bytes are an error", () => {
  for (const [threshold, shares, size] of [
    [0, 3, 0],
    [4, 3, 3],
    [2, 256, 1],
    [2, 3, 2],
  ]) {
    assert.throws(() => split(Uint8Array.of(7), threshold, shares, new Uint8Array(size)), RangeError);
  }
});
