// A data day's plan as a home checks it, for both of its roles (pdd_shared/rounds/cohort/day/plans.py).

import { concatBytes } from "@noble/hashes/utils.js";
import { plusDays } from "../../../protocol/days.js";
import { fromHex, isSame, toHex, uint32 } from "../../../protocol/encoding.js";
import {
  LAST_CLOSE,
  LEAST_SUB_COHORT,
  LONGEST_ANSWERING,
  MAX_ENTRIES,
  MOST_LAWS,
  SUB_COHORTS,
} from "../../../protocol/limits.js";
import { signedDigest } from "../../../protocol/signing.js";
import { Refused } from "../../refusals.js";
import { holds } from "../epoch/acceptance.js";
import { TreeSize } from "../parameters.js";
import { opened } from "../signed_messages.js";
import { journalKey } from "./journal.js";
import { CohortLayout, countLaws, countNumbers, fits } from "./layout.js";
import { dayContext } from "./uploads.js";

/** @typedef {import("../../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../epoch/draws.js").Draw} Draw */
/** @typedef {import("../epoch/tickets.js").TicketSecrets} TicketSecrets */
/** @typedef {import("../epoch/tree.js").Leaf} Leaf */
/** @typedef {import("./journal.js").Entry} Entry */
/** @typedef {import("../messages.js").CohortPlan} CohortPlan */
/** @typedef {import("../messages.js").Epoch} Epoch */

/**
 * The longest vector and the most laws of noise that a home masks, whatever a plan says.
 * @typedef {Readonly<{numbers: number, laws: number}>} Limits
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ numbers: MAX_ENTRIES, laws: MOST_LAWS });

/**
 * What a home holds a plan against.
 *
 * `server` is the server's identity key and `zone` its time zone, both pinned when the home joined; `onlineKey` the key
 * that it vouches for today; `epoch` the accepted one of the plan's data day, `nextStart` the first day of the next one
 * in which the home found its place, if any; `since` the first data day that the home takes part in: that of the last reset in its
 * journal and, for its own uploads, not before that on which its leaf's ticket was made. `today` is by the home's own
 * clock, in that zone.
 * @typedef {Readonly<{
 *   server: Uint8Array, zone: string, onlineKey: Uint8Array, epoch: Epoch, nextStart: string | null, since: string,
 *   today: string,
 * }>} HomeView
 */

/** A plan that passed every check that does not depend on a home's cohort. */
export class CheckedPlan {
  /**
   * @param {CohortPlan} plan
   * @param {Uint8Array} digest
   */
  constructor(plan, digest) {
    this.plan = plan;
    this.digest = digest;
    this.tree = new TreeSize(plan.size);
    Object.freeze(this);
  }

  /**
   * The journal's line for this plan.
   * @returns {Entry}
   */
  get entry() {
    const value = concatBytes(this.digest, fromHex(this.plan.root));
    return Object.freeze({ key: journalKey("plan", this.plan.day), value });
  }

  /**
   * Check again what may have changed since the plan was opened: a reset, a further epoch, the day.
   *
   * A home calls it whenever it says something under the plan. Refused as in `openPlan`.
   * @param {HomeView} home
   */
  checkToday(home) {
    checkOrigin(this.plan, home);
    checkDays(this.plan, home);
  }

  /**
   * Check that the plan is for the tree of this draw, whose keys and cohorts are used; Refused "foreign-plan".
   * @param {Draw} draw
   */
  checkTree({ root, size }) {
    if (this.plan.root !== toHex(root) || this.plan.size !== size) {
      throw new Refused("foreign-plan", "the plan is for another tree");
    }
  }

  /**
   * Floor and sub-cohorts of a cohort.
   * @param {number} cohort
   */
  cohort(cohort) {
    return this.plan.cohorts[cohort];
  }

  /**
   * The layout of a cohort's vector.
   * @param {number} cohort
   */
  layout(cohort) {
    return new CohortLayout(this.plan.layout, this.tree, this.cohort(cohort));
  }

  /**
   * C of a (sub-)cohort's day.
   * @param {number} cohort
   * @param {number} subCohort
   * @param {Uint8Array} committeeDigest
   */
  context(cohort, subCohort, committeeDigest) {
    return dayContext({
      server: fromHex(this.plan.server),
      day: this.plan.day,
      root: fromHex(this.plan.root),
      cohort,
      subCohort,
      subCohorts: this.cohort(cohort).sub_cohorts,
      plan: this.digest,
      committee: committeeDigest,
    });
  }

  /**
   * The journal's line for a cohort's committee and number of sub-cohorts on the plan's day.
   * @param {number} cohort
   * @param {Uint8Array} committeeDigest
   * @returns {Entry}
   */
  committeeEntry(cohort, committeeDigest) {
    const value = concatBytes(committeeDigest, uint32(this.cohort(cohort).sub_cohorts));
    return Object.freeze({ key: journalKey("committee", this.plan.day, cohort), value });
  }
}

/**
 * The plan once every check of docs/reference/cohort.md's table that concerns it has passed; Refused otherwise.
 *
 * The window is not checked against today: donors and members have different last days.
 * @param {Signed} signed
 * @param {HomeView} home
 * @param {Limits} [limits]
 */
export async function openPlan(signed, home, limits = LIMITS) {
  const plan = await opened(signed, "cohort-plan", home.onlineKey);
  checkOrigin(plan, home);
  checkForm(plan);
  checkDays(plan, home);
  checkSize(plan, limits);
  checkCohorts(plan);
  return new CheckedPlan(plan, signedDigest(signed, "cohort-plan"));
}

/**
 * @param {CohortPlan} plan
 * @param {HomeView} home
 */
function checkOrigin(plan, { server, zone, epoch }) {
  if (plan.server !== toHex(server) || plan.zone !== zone) {
    throw new Refused("foreign-plan", "the plan is of another server or time zone");
  }
  const isOfEpoch = plan.epoch === epoch.number && plan.root === epoch.root && plan.size === epoch.size;
  if (!isOfEpoch || plan.reset !== epoch.reset) {
    throw new Refused("foreign-plan", "the plan is for another epoch, root, size or reset");
  }
}

/** @param {CohortPlan} plan */
function checkForm({ size, cohorts, layout, capacity }) {
  if (cohorts.length !== new TreeSize(size).cohorts) {
    throw new Refused("malformed-plan", "the plan has another number of cohorts than its tree");
  }
  // With its counts in two places, a donor would be counted twice and hidden once.
  if (!differ(layout.map(({ campaign }) => campaign)) || !layout.every(({ strata }) => differ(strata))) {
    throw new Refused("malformed-plan", "the plan has a campaign or a stratum twice");
  }
  if (cohorts.some(({ floor }) => floor > capacity)) {
    throw new Refused("malformed-plan", "a floor is above the capacity");
  }
}

/**
 * Days are compared as text, which rises as they do.
 * @param {CohortPlan} plan
 * @param {HomeView} home
 */
function checkDays({ day, earliest_close, latest_close, last_answers }, { epoch, nextStart, since, today }) {
  const after = plusDays(day, 1);
  if (today <= day) throw new Refused("day-not-over", `${day} is not over`);
  if (!holds(epoch.start, nextStart, after)) {
    throw new Refused("wrong-day", `${day} belongs to another epoch`);
  }
  if (day < since) throw new Refused("wrong-day", `${day} lies before ${since}, from which on this home takes part`);
  if (earliest_close < after || latest_close < earliest_close || latest_close > plusDays(day, LAST_CLOSE)) {
    throw new Refused("wrong-window", `the window of ${day} closes too early or too late`);
  }
  if (last_answers < latest_close || last_answers > plusDays(latest_close, LONGEST_ANSWERING)) {
    throw new Refused("wrong-window", `answers for ${day} are taken until ${last_answers}`);
  }
}

/**
 * @param {CohortPlan} plan
 * @param {Limits} limits
 */
function checkSize({ layout, capacity, reach }, limits) {
  const [numbers, laws] = [countNumbers(layout), countLaws(layout)];
  if (numbers > limits.numbers || laws > limits.laws) {
    throw new Refused("layout-too-large", "the vector has too many numbers, or too many laws of noise");
  }
  const most = Math.max(0, ...layout.map(({ terms }) => terms.max_searches));
  if (!fits(capacity, most, reach)) {
    throw new Refused("count-too-large", "a sum could pass the range that it is read in");
  }
}

/** @param {CohortPlan} plan */
function checkCohorts(plan) {
  const least = leastFloors(plan);
  for (const { floor, sub_cohorts: number } of plan.cohorts) {
    const accepted = least.get(number);
    if (accepted === undefined) {
      throw new Refused("sub-cohorts-too-small", `${number} sub-cohorts of a tree of ${plan.size} leaves`);
    }
    if (floor < accepted) throw new Refused("floor-too-low", `a floor of ${floor}; a home accepts ${accepted} or more`);
  }
}

/**
 * The least floor for each number of sub-cohorts that is allowed: the largest that a part of the layout needs.
 *
 * The floor decides the noise on every number that a donor masks, not only on those of its own campaigns. From the least
 * floor on, two honest donors or more make it.
 * @param {CohortPlan} plan
 * @returns {ReadonlyMap<number, number>}
 */
function leastFloors({ size, layout }) {
  const [tree, percents] = [new TreeSize(size), new Set([0, ...layout.map(({ terms }) => terms.colluders)])];
  const allowed = SUB_COHORTS.filter((number) => number === 1 || tree.hasShare(LEAST_SUB_COHORT, number));
  return new Map(
    allowed.map((number) => [number, Math.max(...[...percents].map((percent) => tree.leastFloor(percent, number)))]),
  );
}

/**
 * Check that these are the secrets of a leaf; Refused "not-a-member" otherwise.
 * @param {Leaf} leaf
 * @param {TicketSecrets} secrets
 */
export function checkOwn({ index, exchange, signing }, { exchangePublic, signingPublic }) {
  if (!isSame(exchangePublic, exchange) || !isSame(signingPublic, signing)) {
    throw new Refused("not-a-member", `the secrets are not those of leaf ${index}`);
  }
}

/** @param {readonly string[]} names */
function differ(names) {
  return new Set(names).size === names.length;
}
