// The tables of the donors' noise, and what is drawn from them, are the vectors' to the last bit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { table } from "../../../src/privacy/noise/donor_shares.js";
import { fromHex } from "../../../src/protocol/encoding.js";
import { InvalidMessage } from "../../../src/protocol/fields.js";
import { terms } from "../../../src/protocol/messages.js";
import { assertTable } from "../../support/noise_tables.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("privacy/donors_noise");

for (const { scale, shares, draws, ...rows } of document.tables) {
  test(`the table of scale ${scale} for ${shares}`, () => {
    assertTable(table(scale, shares), rows);
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
