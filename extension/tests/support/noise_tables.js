// The tables of donors' noise, compared with the vectors'.

import assert from "node:assert/strict";
import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "../../src/protocol/encoding.js";

/**
 * Assert that a table has the vector's number of rows, the rows that are shown, and the SHA-256 of all rows.
 * @param {Readonly<{high: BigUint64Array, low: BigUint64Array}>} table
 * @param {Readonly<{rows: number, thresholds: Record<string, string>, digest: string}>} expected
 */
export function assertTable({ high, low }, { rows, thresholds, digest }) {
  assert.equal(high.length, rows);
  for (const [row, threshold] of Object.entries(thresholds)) {
    const found = (high[Number(row)] << 64n) | low[Number(row)];
    assert.equal(found.toString(16).padStart(32, "0"), threshold);
  }
  const view = new DataView(new ArrayBuffer(16 * high.length));
  for (const [row, upper] of high.entries()) {
    view.setBigUint64(16 * row, low[row], true);
    view.setBigUint64(16 * row + 8, upper, true);
  }
  assert.equal(toHex(sha256(new Uint8Array(view.buffer))), digest);
}
