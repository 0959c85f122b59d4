// The accounting of parts gives Python's numbers to the last bit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "@noble/hashes/sha2.js";
import {
  exchanges,
  l1,
  partCaps,
  partsOf,
  squaredL2,
  worst,
} from "../../../src/privacy/accounting/parts/contributions.js";
import { exactly, nearest, rounded } from "../../../src/privacy/accounting/parts/decimals.js";
import { excess } from "../../../src/privacy/accounting/parts/exchange.js";
import { lawOfShift } from "../../../src/privacy/accounting/parts/ratio_grid.js";
import { expBetween, shifted } from "../../../src/privacy/accounting/parts/ratios.js";
import { delta, epsilon, keepsTo } from "../../../src/privacy/accounting/parts/release.js";
import { toHex } from "../../../src/protocol/encoding.js";
import { vectors } from "../../support/vectors.js";

/** @param {number} number null stands for an infinite one */
const finite = (number) => (Number.isFinite(number) ? number : null);

/** @param {any} given */
const capsOf = ({ hits, per_number, numbers }) => partCaps(hits, per_number, numbers);

/**
 * Return what follows from a part's caps.
 * @param {import("../../../src/privacy/accounting/parts/contributions.js").PartCaps} caps
 */
function figures(caps) {
  return { l1: l1(caps), squared_l2: squaredL2(caps), worst: worst(caps), exchanges: exchanges(caps) };
}

/**
 * Return how many numbers there are, the digest of all of them, and three of them.
 * @param {Float64Array} numbers
 */
function array(numbers) {
  const view = new DataView(new ArrayBuffer(8 * numbers.length));
  for (const [at, number] of numbers.entries()) view.setFloat64(8 * at, number, true);
  const chosen = new Set([0, Math.floor(numbers.length / 2), numbers.length - 1]);
  return {
    number: numbers.length,
    digest: toHex(sha256(new Uint8Array(view.buffer))),
    some: Object.fromEntries([...chosen].map((at) => [`${at}`, finite(numbers[at])])),
  };
}

/** @type {Record<string, (given: any) => unknown>} */
const ANSWERS = {
  caps: (given) => figures(capsOf(given)),
  campaigns({ searches, hits, hits_per_keyword, keywords }) {
    const [matches, campaignHits] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const caps = { searches, hits, hitsPerKeyword: hits_per_keyword, matches, campaignHits };
    return Object.fromEntries(Object.entries(partsOf(caps, keywords)).map(([name, part]) => [name, figures(part)]));
  },
  exponentials({ exponent }) {
    const { low, high } = expBetween(exactly(exponent));
    return { low: finite(low), high: finite(high) };
  },
  ratios({ law, scale, shift }) {
    const found = shifted(law, scale, shift);
    return { ratios: array(found.ratios), masses: array(found.masses), beyond: found.beyond };
  },
  powers({ law: name, scale, shift, bits, times, below }) {
    const law = lawOfShift(name, scale, shift, bits).power(times);
    const divergences = array(law.divergences(law.first - below));
    return { first: law.first, masses: array(law.masses), beyond: law.beyond, divergences };
  },
  exchanges: ({ law, scale, per_number, bits }) => excess(law, scale, per_number, bits),
  releases({ parts, epsilons, deltas }) {
    /** @param {any} row */
    const published = (row) => ({ part: { law: row.law, scale: row.scale, caps: capsOf(row) }, periods: row.periods });
    const release = parts.map(published);
    return {
      deltas: epsilons.map((/** @type {number} */ each) => delta(release, each)),
      epsilons: deltas.map((/** @type {number} */ each) => finite(epsilon(release, each))),
      kept: epsilons.map((/** @type {number} */ most) =>
        deltas.map((/** @type {number} */ least) => keepsTo(release, most, least)),
      ),
    };
  },
};

const groups = vectors("privacy/parts");

test("every group of cases is asked", () => {
  assert.deepEqual(Object.keys(ANSWERS).sort(), Object.keys(groups).sort());
});

for (const [group, answer] of Object.entries(ANSWERS)) {
  for (const { why, refused, expected, ...given } of groups[group]) {
    test(`${group}: ${why}`, () => {
      if (refused) assert.throws(() => answer(given), RangeError);
      else assert.deepEqual(answer(given), expected);
    });
  }
}

test("of two numbers that are as near, the even one is taken", () => {
  assert.deepEqual(
    [1n, 3n].map((more) => nearest([2n ** 53n + more, 1n])),
    [2 ** 53, 2 ** 53 + 4],
  );
  for (const [given, even] of [
    [25n, 20n],
    [35n, 40n],
  ]) {
    const [above, below] = rounded([10n ** 30n + given, 10n ** 30n]);
    assert.equal((above * 10n ** 30n) / below - 10n ** 30n, even);
  }
});

test("a part that is listed twice counts for the periods of both", () => {
  const part = { law: /** @type {const} */ ("skellam"), scale: "3.404", caps: partCaps(2, 1, 100) };
  const twice = [10, 8].map((periods) => ({ part, periods }));
  assert.equal(delta(twice, 10), delta([{ part, periods: 18 }], 10));
});
