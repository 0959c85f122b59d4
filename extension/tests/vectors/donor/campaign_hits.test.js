// Campaigns that cap the hits of all their periods together: a donor gives and pays what Python's does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hitsLeft, mostHits } from "../../../src/core/donation/campaign_hits.js";
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

test("no hits are left of a campaign that had started when the app could not tell how many it used", () => {
  const terms = { max_searches: 5, max_hits_per_keyword: 2, max_campaign_hits: 8 };
  /** @param {string} start */
  const leftOf = (start, unknown = "2026-11-20") =>
    hitsLeft(
      { given: [], hitsElsewhere: { used: { flu: 3 }, unknown } },
      /** @type {any} */ ({ id: "flu", start }),
      capsOf(terms),
      start,
    );
  assert.deepEqual(
    ["2026-11-19", "2026-11-20", "2026-11-21"].map((day) => leftOf(day)),
    [0, 0, 5],
  );
  const uncapped = capsOf({ max_searches: 5, max_matches: 2 });
  const hitsElsewhere = { used: {}, unknown: "2026-11-20" };
  const campaign = /** @type {any} */ ({ id: "flu", start: "2026-11-01" });
  assert.equal(hitsLeft({ given: [], hitsElsewhere }, campaign, uncapped, "2026-11-22"), Infinity);
});

test("hits that other programs used never become fewer", () => {
  assert.deepEqual(mostHits({ flu: 3, cold: 1 }, { flu: 2, cold: 2, tea: 1 }), { cold: 2, flu: 3, tea: 1 });
});
