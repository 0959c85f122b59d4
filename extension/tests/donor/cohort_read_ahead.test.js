// Work that takes longer in some homes is done before the contact, or by all homes alike, so that the server learns
// nothing from its time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { vocabularyOf } from "../../src/core/donation/consent.js";
import { readAhead, readChanged } from "../../src/donor/cohort/read_ahead.js";

const ENTRIES = 50;

/** @param {string} id @returns {any} */
const campaign = (id) => ({ id, vocabulary: Array.from({ length: ENTRIES }, (_, at) => `${id}${at}`) });

/** @param {object} home @returns {any} */
const installation = (home) => ({ store: { read: async (/** @type {any} */ work) => work(home) } });

test("before a contact a donor reads the entries of all campaigns, joined or not", async (context) => {
  const [listed, joined, left] = ["listed", "joined", "left"].map(campaign);
  const home = {
    agreed: async () => new Map(),
    days: { locked: async () => new Map() },
    campaigns: async () => new Map([["listed", listed]]),
    everyConsent: async () => [{ campaign: joined }, { campaign: left }],
  };
  await readAhead(installation(home), "UTC", "2026-11-20");
  const read = context.mock.method(String.prototype, "normalize");
  for (const one of [listed, joined, left]) vocabularyOf(one).digest();
  assert.equal(read.mock.callCount(), 0);
});

test("every home parses entries that came with a contact, even if it knew them", async (context) => {
  const [same, fresh, known] = ["same", "fresh", "known"].map(campaign);
  vocabularyOf(known);
  const texts = new Map([same, fresh, known].map(({ id }) => [id, { payload: id }]));
  const home = {
    campaigns: async () => new Map([same, fresh, known].map((one) => [one.id, one])),
    signedCampaigns: async () => texts,
  };
  const read = context.mock.method(String.prototype, "normalize");
  const asked = () => new Set(read.mock.calls.map((call) => String(call.this).replace(/\d.*/u, "")));
  await readChanged(installation(home), new Set(["same"]));
  assert.deepEqual(asked(), new Set(["fresh", "known"]));
});
