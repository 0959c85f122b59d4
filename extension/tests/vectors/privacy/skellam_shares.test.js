// The tables of donors' Skellam noise, and what is drawn from them, are the vectors' to the last bit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { poissonTable } from "../../../src/privacy/noise/skellam.js";
import { fromHex } from "../../../src/protocol/encoding.js";
import { assertTable } from "../../support/noise_tables.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("privacy/skellam_shares");

for (const { first, draws, ...rows } of document.tables) {
  test(`the table of scale ${rows.scale} for ${rows.shares}`, () => {
    const made = poissonTable(rows.scale, rows.shares);
    assert.equal(made.first, first);
    assertTable(made.table, rows);
    for (const { bytes, drawn } of draws) {
      assert.equal(made.table.draw(new DataView(fromHex(bytes).buffer), 0) + made.first, drawn);
    }
  });
}

for (const { why, scale, shares, numbers, random, drawn } of document.shares) {
  test(`shares: ${why}`, () => {
    const [table, bytes] = [poissonTable(scale, shares).table, new DataView(fromHex(random).buffer)];
    const draws = Array.from({ length: 2 * numbers }, (_, at) => table.draw(bytes, 16 * at));
    assert.equal(bytes.byteLength, 32 * numbers);
    assert.deepEqual(
      drawn,
      Array.from({ length: numbers }, (_, at) => draws[2 * at] - draws[2 * at + 1]),
    );
  });
}
