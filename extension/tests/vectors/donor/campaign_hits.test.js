// Campaigns that cap the hits of all their periods together: a donor gives and pays what Python's does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hitsLeft, hitsToTell, mostHits } from "../../../src/core/donation/campaign_hits.js";
import { maybeGiven } from "../../../src/core/donation/ledger.js";
import { capsOf } from "../../../src/protocol/terms.js";
import { testAnswers } from "../../support/answers.js";
import { prepared } from "../../support/donor_days.js";
import { account, afforded } from "../../support/donor_ledger.js";
import { asCharge, campaignOf, consentOf, ledgerOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/campaign_hits");
const { cohort, week } = document.base;

/** @param {any} told */
function left({ campaign, terms, day, ...rest }) {
  const found = hitsLeft(ledgerOf(rest), campaignOf(cohort, { id: campaign, terms }), capsOf(terms), day);
  return found === Infinity ? null : found;
}

/** @param {any} told */
function maybe({ terms, days, ...rest }) {
  const consent = consentOf(cohort, { campaign: { terms }, time: "2026-11-10T08:00:00Z", stratum: null });
  const found = maybeGiven(new Map([["flu", [consent]]]), days, ledgerOf(rest).given, "UTC");
  return found.map((one) => ({ ...one, charge: asCharge(one.charge) }));
}

testAnswers(document, {
  left,
  weeks: (changes) => prepared(document, { ...week, ...changes }),
  maybe_given: maybe,
  accounts: account,
  affordable: afforded,
});

test("hits that other programs used never become fewer", () => {
  assert.deepEqual(mostHits({ flu: 3, cold: 1 }, { flu: 2, cold: 2, tea: 1 }), { cold: 2, flu: 3, tea: 1 });
});

test("the app is told that all hits were used that this home can't know", () => {
  const of = (/** @type {string} */ id, /** @type {object} */ changes) => campaignOf(cohort, { id, ...changes });
  const { terms } = document.left[0]; // 8 hits
  const agreed = [
    of("flu", { terms }),
    of("flu", { terms: { ...terms, max_campaign_hits: 6 } }),
    of("cold", { terms, start: "2026-11-21", end: "2026-11-30" }),
    of("tea", {}),
  ];
  const given = /** @type {any} */ ([
    { day: "2026-11-15", campaign: "flu", hits: 3 },
    { day: "2026-11-15", campaign: "cold", hits: 1 },
    { day: "2026-11-15", campaign: "mint", hits: 2 },
  ]);
  const told = (/** @type {string | null} */ unknown) =>
    hitsToTell({ given, hitsElsewhere: { used: { flu: 7 }, unknown } }, agreed);
  assert.deepEqual(told(null), { flu: 3, cold: 1, mint: 2 });
  assert.deepEqual(told("2026-11-20"), { flu: 8, cold: 1, mint: 2 });
  assert.deepEqual(hitsToTell({ given: [] }, agreed), {});
});
