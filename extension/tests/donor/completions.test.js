// Completion codes: how they are kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kept } from "../../src/donor/campaigns/completions.js";

const EARLY = { campaign: "flu", days: 5, there: 3, code: null };
const TOLD = { ...EARLY, there: 5, code: "K7QM4TXA9W" };
const JOINED = new Map([["flu", null]]);

test("a donor stores completion codes of joined campaigns only", () => {
  assert.deepEqual([...kept(new Map(), [EARLY, { ...TOLD, campaign: "sleep" }], JOINED).values()], [EARLY]);
  assert.equal(kept(new Map(), [EARLY], new Map()).size, 0);
});

test("a stored code stays until the campaign has another or none", () => {
  const known = new Map([["flu", TOLD]]);
  const changed = { ...TOLD, code: "C0DE" };
  assert.deepEqual(kept(known, [EARLY], JOINED).get("flu"), TOLD);
  assert.deepEqual(kept(known, [changed], JOINED).get("flu"), changed);
  assert.equal(kept(known, [], JOINED).size, 0);
});
