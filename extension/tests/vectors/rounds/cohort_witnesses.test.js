// How much of a log its witnesses vouch for, which policies replace others, and the names of logs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { witnessed, witnessPolicy } from "../../../src/protocol/messages.js";
import { originOf } from "../../../src/rounds/cohort/epoch/checkpoints.js";
import { isAsStrong, vouched } from "../../../src/rounds/cohort/epoch/witnesses.js";
import { vectors } from "../../support/vectors.js";

const { lines, origin, now, ...cases } = vectors("rounds/cohort_witnesses");

for (const told of cases.vouched) {
  test(`vouched for: ${told.why}`, async () => {
    const policy = witnessPolicy(told.policy, "policy");
    const { cosignatures } = witnessed({ cosignatures: told.cosignatures }, "witnessed");
    const read = lines.slice(0, told.known ?? lines.length);
    const time = Date.parse(told.now ?? now);
    assert.equal(await vouched(read, cosignatures, policy, told.origin ?? origin, time), told.vouched);
  });
}

for (const { why, before, policy, as_strong } of cases.policies) {
  test(`a policy in place of another: ${why}`, () => {
    assert.equal(isAsStrong(witnessPolicy(policy, "policy"), witnessPolicy(before, "before")), as_strong);
  });
}

for (const one of cases.origins) {
  test(`the name of the log at ${one.address}`, () => assert.equal(originOf(one.address), one.origin));
}
