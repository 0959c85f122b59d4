// What a unit of noise costs, and how counts are rounded to units, are the vectors'.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rounded } from "../../../src/privacy/noise/rounding.js";
import { fromHex } from "../../../src/protocol/encoding.js";
import { chargedScale } from "../../../src/protocol/terms.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("privacy/units");

for (const { scale, unit, charged } of document.charged) {
  test(`the scale that is charged for ${scale} units of ${unit}`, () => {
    assert.equal(chargedScale({ law: "discrete-laplace", scale, unit }), charged);
  });
}

for (const { unit, counts, random, rounded: expected } of document.rounding) {
  test(`counts in units of ${unit}`, () => {
    const units = counts.map(() => unit);
    assert.deepEqual([...rounded(counts, units, fromHex(random))], expected);
  });
}
