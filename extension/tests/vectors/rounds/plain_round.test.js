// The donor's half of the `plain` round gives the vectors' bytes, and refuses their lies by name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, toHex } from "../../../src/protocol/encoding.js";
import { DonorSecrets } from "../../../src/protocol/keys.js";
import { signedDigest } from "../../../src/protocol/signing.js";
import { Keystream } from "../../../src/rounds/keystream.js";
import { pairwiseSeeds } from "../../../src/rounds/plain/blinding.js";
import { openRound, submit } from "../../../src/rounds/plain/donor.js";
import { Refused } from "../../../src/rounds/refusals.js";
import { vectors } from "../../support/vectors.js";

const { good, bad } = vectors("rounds/plain_round");
const NUMBERS = 14;

/** @param {any} donor */
const secretsOf = (donor) => DonorSecrets.from(fromHex(donor.identity_seed), fromHex(donor.exchange_secret));

/**
 * @param {any} lie
 * @param {any} round
 * @param {number} who
 * @param {object} [changes]
 */
async function opened({ plan, roster }, round, who, changes = {}) {
  const serverKey = fromHex(round.server_key);
  const own = await (await secretsOf(round.donors[who])).member(serverKey);
  return openRound(plan, roster, {
    identity: serverKey,
    serverKey,
    own,
    today: "2026-11-21",
    signedBefore: null,
    ...changes,
  });
}

for (const round of good) {
  for (const who of [0, 1, 2]) {
    test(`donor ${who}: ${round.why}`, async () => {
      const secrets = await secretsOf(round.donors[who]);
      const context = await opened(round, round, who);
      assert.equal(toHex(signedDigest(round.plan, "plan")), round.plan_digest);
      assert.equal(toHex(context.encoded), round.context);
      assert.equal(toHex(context.digest), round.context_digest);
      const publics = context.roster.members.map(({ exchange }) => fromHex(exchange));
      const seeds = await pairwiseSeeds(secrets.kept.exchange.secret, who, publics, context.encoded);
      const others = [0, 1, 2].filter((other) => other !== who);
      for (const [index, { sign, seed }] of seeds.entries()) {
        const pair = [who, others[index]].sort().join("-");
        assert.equal(sign, who < others[index] ? 1 : -1);
        assert.equal(toHex(seed), round.pair_seeds[pair]);
        assert.deepEqual([...new Keystream(NUMBERS).of(seed)], round.masks[pair]);
      }
      const vector = Uint32Array.from(round.vectors[who]);
      assert.equal(toHex(await submit(context, secrets, vector)), round.blinded[who]);
      assert.deepEqual([...vector], round.vectors[who], "the vector itself is left alone");
    });
  }

  test("a day is blinded under one context only", async () => {
    await opened(round, round, 0, { signedBefore: round.context_digest });
    const other = "00".repeat(32);
    await assert.rejects(opened(round, round, 0, { signedBefore: other }), { reason: "day-signed-before" });
  });

  test("a member with a changed exchange key is refused, and a known member is not verified again", async () => {
    const { members } = (await opened(round, round, 0)).roster;
    const keys = new Map(members.map(({ identity, exchange }) => [identity, exchange]));
    await opened(round, round, 0, { pinned: (/** @type {string} */ identity) => keys.get(identity) ?? null });
    await assert.rejects(opened(round, round, 0, { pinned: () => "00".repeat(32) }), { reason: "changed-key" });
  });

  test("a vector of another size is refused", async () => {
    const secrets = await secretsOf(round.donors[0]);
    const context = await opened(round, round, 0);
    await assert.rejects(submit(context, secrets, new Uint32Array(NUMBERS + 1)), { reason: "wrong-size" });
  });
}

for (const lie of bad) {
  test(`refused: ${lie.why}`, async () => {
    const attempt = async () => {
      const context = await opened(lie, good[0], 0);
      await submit(context, await secretsOf(good[0].donors[0]), new Uint32Array(NUMBERS));
    };
    await assert.rejects(attempt, (thrown) => thrown instanceof Refused && thrown.reason === lie.reason);
  });
}
