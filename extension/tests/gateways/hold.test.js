// How long an upload is held after the server's last answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wholePeriods } from "../../src/gateways/hold.js";

test("it waits for the fewest whole periods that are longer than the work, and a tenth more at most", async () => {
  for (const [work, drawn, taken] of [
    [0, 0, 3000],
    [1, 0.5, 3150],
    [2999, 0, 3000],
    [3000, 0.25, 6075],
    [7001, 0, 9000],
  ]) {
    let now = 17 + work;
    const hold = wholePeriods(
      3000,
      () => now,
      async (milliseconds) => {
        now += milliseconds;
      },
      () => drawn,
    );
    await hold(17);
    assert.equal(now - 17, taken);
  }
});
