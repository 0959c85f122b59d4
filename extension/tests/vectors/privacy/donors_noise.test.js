// The tables of the donors' noise, and what is drawn from them, are the vectors' to the last bit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "@noble/hashes/sha2.js";
import { table } from "../../../src/privacy/noise/donor_shares.js";
import { fromHex, toHex } from "../../../src/protocol/encoding.js";
import { InvalidMessage } from "../../../src/protocol/fields.js";
import { terms } from "../../../src/protocol/messages.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("privacy/donors_noise");

for (const { scale, shares, rows, thresholds, draws } of document.tables) {
  test(`the table of scale ${scale} for ${shares}`, () => {
    const { high, low } = table(scale, shares);
    assert.equal(high.length, rows);
    for (const [row, threshold] of Object.entries(thresholds)) {
      const found = (high[Number(row)] << 64n) | low[Number(row)];
      assert.equal(found.toString(16).padStart(32, "0"), threshold);
    }
    for (const { bytes, drawn } of draws) {
      assert.equal(table(scale, shares).draw(new DataView(fromHex(bytes).buffer), 0), drawn);
    }
  });
}

test("terms of both protocols are read", () => {
  for (const good of document.terms) assert.deepEqual(terms(good, "terms"), good);
});

for (const { why, terms: lie } of document.bad) {
  test(`refused: ${why}`, () => assert.throws(() => terms(lie, "terms"), InvalidMessage));
}

test("the digest of a table is of all its rows", () => {
  for (const { scale, shares, digest: expected } of document.tables) {
    const { high, low } = table(scale, shares);
    const bytes = new Uint8Array(16 * high.length);
    const view = new DataView(bytes.buffer);
    for (const [row, upper] of high.entries()) {
      view.setBigUint64(16 * row, low[row], true);
      view.setBigUint64(16 * row + 8, upper, true);
    }
    assert.equal(toHex(sha256(bytes)), expected);
  }
});
