// A program for tests: for each line of JSON on stdin, which holds all that decides about a day, what a donor gives of
// it.
//
// Moments are microseconds since 1970; consents hold the campaigns' texts, as signed.

import { createInterface } from "node:readline";

import { zerosBecause } from "../../src/core/donation/decisions.js";
import { blockedEntry, reason } from "../../src/core/donation/exclusions.js";
import { asIfApproved, charges, described, prepareDonation } from "../../src/core/donation/prepare_donation.js";
import { findSearches } from "../../src/core/searches.js";
import { parseVocabulary } from "../../src/counting/vocabulary.js";
import { fromHex } from "../../src/protocol/encoding.js";
import { parseCampaign, parsePlan, parseServerInfo } from "../../src/protocol/messages.js";
import { fill } from "../../src/rounds/layout.js";

/** @param {any} given */
async function counted(given) {
  const { zone, now } = given;
  const [plan, info] = [parsePlan(given.plan), parseServerInfo(given.info)];
  const visits = given.visits.map((/** @type {[string, number, boolean]} */ [url, time, reload]) => ({
    url,
    time: time / 1000,
    reload,
  }));
  const searches = findSearches(visits, zone, fromHex(given.secret));
  const exclusions = {
    blocked: parseVocabulary(given.blocked.map((/** @type {string} */ text) => blockedEntry(text).label)),
    removed: given.removed.map((/** @type {any} */ { mark, time, day }) => ({ mark, time: time / 1000, day })),
    pauses: given.pauses.map((/** @type {[number, number | null]} */ [start, end]) => ({
      start: start / 1000,
      end: end === null ? null : end / 1000,
    })),
    sites: given.sites,
    hours: given.hours,
  };
  const decision = given.decision && { ...given.decision, time: given.decision.time / 1000 };
  const consents = new Map(Object.entries(given.consents).map(([name, all]) => [name, all.map(consent)]));
  const newest = new Map(Object.entries(given.newest).map(([name, text]) => [name, parseCampaign(text)]));
  const state = {
    version: null,
    info,
    consents,
    newest,
    ledger: { given: given.given, ceiling: given.ceiling },
    exclusions,
    decision,
    kept: given.kept ?? [],
    settled: new Set(given.settled),
    withheld: new Set(given.withheld),
    zeros: zerosBecause(given.sending, decision, given.elsewhere),
    now: now / 1000,
  };
  const read = async () => (given.readable ? searches : null);
  const { donation, undecided, canWait } = await prepareDonation(
    plan,
    given.reviewed ? asIfApproved(state) : state,
    read,
  );
  return {
    searches: searches.map((one) => ({ ...one, why: reason(exclusions, one) })),
    given: donation.given.map((one) => ({ ...described(one), behind: one.behind })),
    objections: Object.fromEntries(donation.objections),
    paused: donation.paused,
    canWait,
    undecided: undecided.given.map(described),
    vector: [...fill(plan.layout, donation.given)],
    charges: charges(donation),
  };
}

/** @param {any} row */
function consent({ payload, language, time, stratum }) {
  const signed = { payload, signature: "" };
  return { signed, campaign: parseCampaign(payload), language, time: time / 1000, stratum };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await counted(JSON.parse(line))));
}
