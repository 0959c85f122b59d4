// The masks, keys and streams of the `cohort` protocol are the vectors' bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, toHex } from "../../../src/protocol/encoding.js";
import { agree, agreementKey } from "../../../src/protocol/primitives.js";
import { Q } from "../../../src/rounds/cohort/constants.js";
import * as field from "../../../src/rounds/cohort/masking/field.js";
import * as ring from "../../../src/rounds/cohort/masking/ring.js";
import { shareKey, stream } from "../../../src/rounds/cohort/masking/sharing.js";
import { TreeSize } from "../../../src/rounds/cohort/parameters.js";
import { COHORT, isLong, polynomial } from "../../support/cohort_vectors.js";

const { parameters, ring: vectors, sharing } = COHORT;

test("a tree's size gives the vectors' cohorts, committees and floors", () => {
  for (const told of parameters) {
    const size = new TreeSize(told.size);
    const { members, corrupt, quorum, secrets, columns } = size.committee;
    const found = { size: size.leaves, cohorts: size.cohorts, members, corrupt, quorum, secrets, columns };
    const floors = told.floors.map((/** @type {any} */ { percent, sub_cohorts }) => {
      const least = size.leastFloor(percent, sub_cohorts);
      const makers = size.noiseMakers(least, percent, sub_cohorts);
      const colluders = size.colluders(percent, sub_cohorts);
      return { percent, sub_cohorts, colluders, least_floor: least, noise_makers: makers };
    });
    // The vectors may tell more, of what concerns the server alone.
    for (const [name, value] of Object.entries({ ...found, floors })) assert.deepEqual(value, told[name], name);
  }
  for (const { size, percent, sub_cohorts, recent, least_floor } of COHORT.log.floors) {
    assert.equal(new TreeSize(size).leastFloor(percent, sub_cohorts, recent), least_floor);
  }
  assert.throws(() => new TreeSize(3), RangeError);
});

test("products of elements are exact, also just below a multiple of the prime", () => {
  const elements = [0, 1, 2, 4095, 4096, 2 ** 20, 2 ** 31 - 1, 2 ** 31, Q - 2 ** 20, Q - 4096, Q - 2, Q - 1];
  // Pairs whose product is k q - 1 make the double's quotient round up to k.
  const inverses = elements.slice(1).flatMap((each) => [field.inverse(each), Q - field.inverse(each)]);
  for (const one of [...elements, ...inverses]) {
    for (const other of [...elements, ...inverses]) {
      assert.equal(field.multiply(one, other), Number((BigInt(one) * BigInt(other)) % BigInt(Q)), `${one} ${other}`);
    }
  }
});

test("integers below and above zero become elements", () => {
  for (const integer of [0, 1, Q - 1, Q, Q + 1, 2 ** 52, 2 ** 53 - 1, -1, -Q, -Q - 1, -(2 ** 52)]) {
    const rest = BigInt(integer) % BigInt(Q);
    assert.equal(field.element(integer), Number(rest < 0n ? rest + BigInt(Q) : rest), `${integer}`);
  }
});

test("words from q on are skipped", () => {
  for (const { key, number, words, long } of vectors.uniform) {
    const found = field.uniform(fromHex(key), number);
    if (words === undefined) isLong(found, long);
    else assert.deepEqual([...found], words);
  }
  assert.deepEqual(field.belowQ(Uint32Array.of(Q, 1, Q - 1, 2 ** 32 - 1, 5), 3), Uint32Array.of(1, Q - 1, 5));
  assert.equal(field.belowQ(Uint32Array.of(Q, 1, Q - 1), 3), null);
});

test("received elements of another size, or with a word from q on, are refused", () => {
  const elements = Uint32Array.of(0, 1, Q - 1);
  const wire = field.toWire(elements);
  assert.deepEqual(field.fromWire(wire, 3), elements);
  assert.throws(() => field.fromWire(wire, 2), RangeError);
  assert.throws(() => field.fromWire(wire.subarray(1), 3), RangeError);
  assert.throws(() => field.fromWire(field.toWire(Uint32Array.of(Q)), 1), RangeError);
});

test("transforms equal the vectors, and the inverse gives the input back", () => {
  for (const { input, output } of vectors.ntt) {
    const given = polynomial(input);
    isLong(ring.ntt(given), output);
    assert.deepEqual(ring.intt(ring.ntt(given)), given);
  }
});

for (const { context: named, blocks, public_ring, uploads, sum } of vectors.masks) {
  const context = fromHex(named);

  test(`${uploads.length} uploads of ${blocks} blocks are masked to the vectors' bytes`, () => {
    isLong(ring.publicRing(context, blocks), public_ring);
    for (const { seed, secret, errors, polynomial_key, vector, ciphertext } of uploads) {
      const made = new ring.MaskSeed(fromHex(seed));
      isLong(made.secret(), secret);
      isLong(made.errors(blocks), errors);
      assert.equal(toHex(made.polynomialKey()), polynomial_key);
      assert.equal(ring.blocksFor(vector.length), blocks);
      isLong(ring.mask(vector, made, context), ciphertext);
    }
  });

  test(`their sum of ${blocks} blocks reads as the vectors' numbers, and only as it is`, () => {
    const [all, key] = [new Uint32Array(2048 * blocks), new Uint32Array(2048)];
    for (const { seed, vector } of uploads) {
      const made = new ring.MaskSeed(fromHex(seed));
      field.addTo(all, ring.mask(vector, made, context));
      field.addTo(key, made.secret());
    }
    isLong(all, sum.ciphertext);
    isLong(key, sum.key);
    const entries = sum.numbers.length;
    const isSound = (/** @type {ring.Reading} */ read, most = sum.most) =>
      ring.isSound(read, uploads.length, most, sum.reach);
    const reading = ring.readSum(all, key, context, entries, sum.reach);
    assert.deepEqual([...reading.numbers], sum.numbers);
    isLong(reading.padding, sum.padding);
    isLong(reading.errors, sum.errors);
    assert.equal(isSound(reading), sum.sound);
    assert.ok(!ring.isSound(reading, 3 * uploads.length, sum.most, sum.reach));
    for (let block = 0; block < blocks; block += 1) {
      const garbage = all.slice();
      field.addTo(garbage.subarray(2048 * block, 2048 * (block + 1)), key);
      assert.ok(!isSound(ring.readSum(garbage, key, context, entries, sum.reach)), `block ${block}`);
    }
    const late = all.slice();
    late[entries] = field.plus(late[entries], 4096);
    assert.ok(!isSound(ring.readSum(late, key, context, entries, sum.reach)));
    const far = all.slice();
    far[0] = field.minus(far[0], 4096 * (sum.numbers[0] + sum.reach + 1));
    assert.ok(!isSound(ring.readSum(far, key, context, entries, sum.reach)));
  });
}

for (const { members, seed, shares } of sharing.shares) {
  test(`${members} members get the vectors' shares`, () => {
    const size = new TreeSize(members).committee;
    const made = new ring.MaskSeed(fromHex(seed));
    const found = shareKey(made.secret(), made.polynomialKey(), size);
    assert.equal(found.length, members * size.columns);
    for (const [place, told] of Object.entries(shares)) {
      isLong(found.subarray((Number(place) - 1) * size.columns, Number(place) * size.columns), told);
    }
  });
}

test("streams equal the vectors", async () => {
  for (const { exchange_secret, exchange, context, place, leaf, nonce, words } of sharing.streams) {
    const shared = await agree((await agreementKey(fromHex(exchange_secret))).secret, fromHex(exchange));
    assert.ok(shared !== null);
    isLong(stream(shared, fromHex(context), place, fromHex(leaf), fromHex(nonce), words.number), words);
  }
});
