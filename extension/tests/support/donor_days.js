// What a donor gives of a day or a week, for the cases of the donor's vectors
// (tests/support/reference/donor/decisions.py).

import { zerosBecause } from "../../src/core/donation/decisions.js";
import { asIfApproved, charges, described, prepareDonation } from "../../src/core/donation/prepare_donation.js";
import { fill } from "../../src/rounds/layout.js";
import { agreedOf, asCharge, exclusionsOf, infoOf, instant, ledgerOf, searchesOf } from "./donor_vectors.js";

/** @param {any} told */
function decisionOf(told) {
  return told && { ...told, time: instant(told.time) };
}

/**
 * Return what a donor gives of the day of a case, as the vectors write it.
 * @param {any} document whose base has the messages of both protocols
 * @param {any} given the case
 */
export async function prepared(document, given) {
  const base = document.base[given.protocol];
  const info = infoOf(base, given.info);
  const decision = decisionOf(given.decision);
  const state = {
    version: null,
    info,
    ...agreedOf(base, given),
    ledger: ledgerOf(given),
    exclusions: exclusionsOf(given),
    decision,
    kept: given.kept,
    settled: new Set(given.settled),
    withheld: new Set(given.withheld),
    zeros: zerosBecause(given.sending, decision, given.given_elsewhere),
    now: instant(given.now),
  };
  const layout = given.parts.map((/** @type {object} */ part) => ({ ...base.part, ...part }));
  const plan = { ...base.plan, ...given.plan, layout };
  const asked = given.reviewed ? asIfApproved(state) : state;
  const read = async () => given.visits && searchesOf(given.visits, info.zone, document.base.secret);
  const closed = new Map((given.closed ?? []).map((/** @type {string} */ id) => [id, "cohort-too-small"]));
  const found = await prepareDonation(plan, asked, read, closed);
  return {
    given: found.donation.given.map((one) => ({
      ...described(one),
      searches_of: one.counted,
      behind: one.behind,
      beyond: one.beyond,
      days: one.days,
    })),
    objections: Object.fromEntries(found.donation.objections),
    paused: found.donation.paused,
    can_wait: found.canWait,
    undecided: found.undecided.given.map(described),
    vector: [...fill(plan.layout, found.donation.given)],
    charges: charges(found.donation).map((one) => ({ ...one, charge: asCharge(one.charge) })),
  };
}
