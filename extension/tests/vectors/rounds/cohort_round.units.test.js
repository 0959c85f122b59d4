// Under caps on hits, counts are rounded to units above 1 and masked as in the vectors of the `cohort` protocol.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toHex } from "../../../src/protocol/encoding.js";
import { DEGREE } from "../../../src/rounds/cohort/constants.js";
import { openDay, submit } from "../../../src/rounds/cohort/day/donor.js";
import { Journal } from "../../../src/rounds/cohort/day/journal.js";
import { fromWire } from "../../../src/rounds/cohort/masking/field.js";
import { homeStateOf, placeOf, planOf, publishedEpoch, randomnessOf } from "../../support/cohort_day.js";
import { COHORT, isLong } from "../../support/cohort_vectors.js";

const { plan, context, layout: told, uploads, over_caps: overCaps } = COHORT.units;

/** @param {number} leaf */
const dayOf = async (leaf) => openDay(await planOf({}, plan), await placeOf(leaf), await publishedEpoch());

/** @param {any} upload */
const givenOf = ({ given }) => given.map((/** @type {any} */ { counts, ...one }) => ({ ...one, entries: counts }));

for (const upload of uploads) {
  test(`leaf ${upload.leaf} sends the vectors' counts in units`, async () => {
    const own = { ...(await homeStateOf(upload.leaf)), journal: new Journal(), randomBytes: randomnessOf(upload) };
    const day = await dayOf(upload.leaf);
    assert.equal(toHex(day.context), context);
    const counts = day.layout.fill(givenOf(upload));
    assert.deepEqual([...counts], upload.counts);
    assert.deepEqual([...day.layout.rounded(counts, own.randomBytes)], upload.rounded);
    assert.deepEqual([...day.layout.drawNoise(own.randomBytes)], upload.noise);
    const sent = await submit(day, givenOf(upload), own);
    const bytes = sent.release(new Journal(sent.entries));
    const words = DEGREE * told.blocks_of_ring;
    isLong(fromWire(bytes.subarray(16, 16 + 4 * words), words), upload.ciphertext);
  });
}

for (const given of overCaps) {
  test(`counts over a cap are not masked: ${given.why}`, async () => {
    const { layout } = await dayOf(0);
    assert.throws(() => layout.fill(givenOf(given)), RangeError);
  });
}
