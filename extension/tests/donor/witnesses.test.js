// Which witnesses a home keeps, and until when it waits for them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noiseAloneFrom } from "../../src/core/committee_duty.js";
import { knownWitnesses, learnWitnesses } from "../../src/donor/server_keys.js";
import { Store } from "../../src/gateways/home_store/store.js";
import { Computer } from "../support/computer.js";

/**
 * @param {readonly string[]} keys
 * @param {number} required
 */
const policy = (keys, required) => ({ keys, required });

test("a home keeps the first witnesses that it is shown, until it is shown stronger ones", async () => {
  const store = await Store.open(new Computer().parts());
  const shown = [
    [policy(["a", "b"], 2), policy(["a", "b"], 2)],
    [policy(["c", "d"], 2), policy(["a", "b"], 2)],
    [policy(["a", "b", "c"], 2), policy(["a", "b"], 2)],
    [policy(["a", "b", "c"], 3), policy(["a", "b", "c"], 3)],
    [policy(["a", "b"], 2), policy(["a", "b", "c"], 3)],
  ];
  for (const [named, kept] of shown) {
    await store.write((home) => learnWitnesses(home, named));
    assert.deepEqual(await store.read(knownWitnesses), kept);
  }
  await store.write(async (home) => home.forgetInstallation());
  assert.equal(await store.read(knownWitnesses), null);
});

test("a home waits for witnesses for two days, and not past the day before the latest close", () => {
  assert.equal(noiseAloneFrom("2026-11-21", "2026-11-27"), "2026-11-23");
  assert.equal(noiseAloneFrom("2026-11-21", "2026-11-24"), "2026-11-23");
  assert.equal(noiseAloneFrom("2026-11-21", "2026-11-23"), "2026-11-22");
  assert.equal(noiseAloneFrom("2026-11-21", "2026-11-21"), "2026-11-20");
});
