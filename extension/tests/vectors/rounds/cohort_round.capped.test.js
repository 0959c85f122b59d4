// Where campaigns cap the hits of all their periods, a vector has the number `full`, as in the vectors of `cohort`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex } from "../../../src/protocol/encoding.js";
import { openDay } from "../../../src/rounds/cohort/day/donor.js";
import { placeOf, planOf, publishedEpoch } from "../../support/cohort_day.js";
import { COHORT } from "../../support/cohort_vectors.js";

const { plan, layout: told, uploads, without_place: withoutPlace } = COHORT.capped;

/** @param {number} leaf */
const layoutOf = async (leaf) => {
  return openDay(await planOf({}, plan), await placeOf(leaf), await publishedEpoch()).layout;
};

/** @param {any} upload */
const givenOf = ({ given }) =>
  given.map((/** @type {any} */ { counts, full, ...one }) => ({ ...one, entries: counts, isFull: full }));

test("the number `full` has the noise of the counts", async () => {
  const layout = await layoutOf(0);
  const laws = layout.runs.flatMap(({ number, law }) => new Array(number).fill(law));
  assert.deepEqual([layout.entries, layout.most], [told.entries, told.most]);
  assert.deepEqual([laws.map(({ law }) => law), laws.map(({ scale }) => scale)], [told.laws, told.scales]);
  assert.deepEqual([laws.map(({ unit }) => unit), laws.map(({ makers }) => makers)], [told.units, told.noise_makers]);
  assert.deepEqual(
    layout.blocks.map(({ start }) => start),
    told.blocks.map((/** @type {any} */ { start }) => start),
  );
});

for (const upload of uploads) {
  test(`leaf ${upload.leaf} fills, rounds and hides the vectors' counts with full`, async () => {
    const layout = await layoutOf(upload.leaf);
    const counts = layout.fill(givenOf(upload));
    assert.deepEqual([...counts], upload.counts);
    assert.deepEqual([...layout.rounded(counts, () => fromHex(upload.rounding_bytes))], upload.rounded);
    assert.deepEqual([...layout.drawNoise(() => fromHex(upload.noise_bytes))], upload.noise);
  });
}

for (const given of withoutPlace) {
  test(`counts have no place: ${given.why}`, async () => {
    const layout = await layoutOf(0);
    assert.throws(() => layout.fill(givenOf(given)), RangeError);
  });
}
