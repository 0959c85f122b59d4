// The tree and the draws of the `cohort` protocol are the vectors'.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, toHex } from "../../../src/protocol/encoding.js";
import { digest } from "../../../src/rounds/cohort/encoding.js";
import { committeeDigest, Draw } from "../../../src/rounds/cohort/epoch/draws.js";
import { Leaf, rootFrom } from "../../../src/rounds/cohort/epoch/tree.js";
import { COHORT, isLong } from "../../support/cohort_vectors.js";

const { tree, draws } = COHORT;

/** @param {number} index */
const madeUp = (index) => new Leaf(index, digest("exchange", index), digest("signing", index));

test("leaves and proofs give the vectors' roots, and altered proofs do not", () => {
  /** @type {Leaf[]} */
  const leaves = tree.leaves.map((/** @type {string} */ hex) => Leaf.from(fromHex(hex)));
  assert.deepEqual(
    leaves.map(({ encoded }) => toHex(encoded)),
    tree.leaves,
  );
  for (const { size, root, proofs } of tree.trees) {
    for (const { indices, proof } of proofs) {
      const shown = leaves.filter(({ index }) => indices.includes(index));
      /** @type {Uint8Array[]} */
      const hashes = proof.map(fromHex);
      assert.equal(toHex(rootFrom(shown, size, hashes)), root);
      assert.throws(() => rootFrom(shown, size, [...hashes, fromHex(root)]), RangeError);
      if (hashes.length > 0) assert.throws(() => rootFrom(shown, size, hashes.slice(1)), RangeError);
      if (shown.length === 0) continue;
      const other = shown.map((leaf, at) => (at === 0 ? new Leaf(leaf.index, leaf.signing, leaf.exchange) : leaf));
      assert.notEqual(toHex(rootFrom(other, size, hashes)), root);
    }
  }
});

test("a proof for leaves that are unsorted or not in the tree is refused", () => {
  const leaves = [0, 1, 2, 3].map(madeUp);
  for (const [shown, size] of /** @type {[Leaf[], number][]} */ ([
    [[], 4],
    [[], 0],
    [leaves, 3],
    [[leaves[0], leaves[0]], 2],
    [[leaves[1], leaves[0]], 2],
  ])) {
    assert.throws(() => rootFrom(shown, size, []), RangeError);
  }
  assert.throws(() => rootFrom([leaves[0]], 2, [new Uint8Array(31)]), RangeError);
  assert.throws(() => Leaf.from(new Uint8Array(67)), RangeError);
});

for (const told of draws) {
  test(`a tree of ${told.size} leaves is drawn as in the vectors`, () => {
    const draw = new Draw(fromHex(told.root), told.size);
    assert.equal(toHex(draw.seed), told.seed);
    assert.equal(draw.treeSize.cohorts, told.cohorts);
    for (const [leaf, cohort] of Object.entries(told.cohort_of)) assert.equal(draw.cohortOf(Number(leaf)), cohort);
    for (const [cohort, leaves] of told.committees.entries()) isLong(draw.committee(cohort), leaves);
    const members = draw.committee(0).map(madeUp);
    assert.equal(toHex(committeeDigest(draw.root, 0, members)), told.committee_digest);
    for (const { day, number, of } of told.sub_cohorts) {
      for (const [leaf, dealt] of Object.entries(of)) assert.equal(draw.subCohortOf(Number(leaf), day, number), dealt);
    }
    const { day, leaves } = told.rest;
    const order = leaves.map((/** @type {number} */ leaf) => toHex(draw.restOrder(leaf, day)));
    assert.deepEqual(order, [...order].sort());
  });
}
