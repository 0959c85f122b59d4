// Of a day, a donor gives what Python's gives, to the same campaigns, and for the same reasons nothing to others.

import { zerosBecause } from "../../../src/core/donation/decisions.js";
import { asIfApproved, charges, described, prepareDonation } from "../../../src/core/donation/prepare_donation.js";
import { fill } from "../../../src/rounds/layout.js";
import { testAnswers } from "../../support/answers.js";
import { agreedOf, exclusionsOf, infoOf, instant, ledgerOf, searchesOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/decisions");
const { day, secret } = document.base;

/** @param {any} told */
function decisionOf(told) {
  return told && { ...told, time: instant(told.time) };
}

/** @param {any} changes */
async function prepared(changes) {
  const given = { ...day, ...changes };
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
    zeros: zerosBecause(given.sending, decision, given.given_elsewhere),
    now: instant(given.now),
  };
  const layout = given.parts.map((/** @type {object} */ part) => ({ ...base.part, ...part }));
  const plan = { ...base.plan, ...given.plan, layout };
  const asked = given.reviewed ? asIfApproved(state) : state;
  const read = async () => given.visits && searchesOf(given.visits, info.zone, secret);
  const found = await prepareDonation(plan, asked, read, new Set(given.closed));
  return {
    given: found.donation.given.map((one) => ({
      ...described(one),
      searches_of: one.counted,
      behind: one.behind,
      beyond: one.beyond,
    })),
    objections: Object.fromEntries(found.donation.objections),
    paused: found.donation.paused,
    can_wait: found.canWait,
    undecided: found.undecided.given.map(described),
    vector: [...fill(plan.layout, found.donation.given)],
    charges: charges(found.donation),
  };
}

/** @param {any} given */
function zeros({ sending, decision, given_elsewhere: elsewhere }) {
  const told = decision && { day: "2026-11-20", approved: decision === "approved", time: 0, seen: {} };
  return zerosBecause(sending, told, elsewhere);
}

testAnswers(document, { counted: prepared, excluded: prepared, objections: prepared, decided: prepared, zeros });
