// The checks of a data day's plan, which a home makes for both of its roles (pdd_shared/rounds/cohort/day/plans.py,
// whose table says what each check stops).

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
import { mostUnits } from "../../../protocol/terms.js";
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
 * The largest plan that a home accepts: the most numbers of a vector, and the most laws of noise.
 * @typedef {Readonly<{numbers: number, laws: number}>} Limits
 */

/** @type {Limits} */
export const LIMITS = Object.freeze({ numbers: MAX_ENTRIES, laws: MOST_LAWS });

/**
 * All that a home knows by itself and compares a plan with.
 *
 * `server` is the server's identity key and `zone` its time zone, both pinned when the home joined. `onlineKey` signs
 * the server's messages today. `epoch` is the accepted epoch of the plan's data day, `nextStart` the first day of the
 * next epoch in which the home found its place, if any. `since` is the first data day on which the home takes part: the
 * day of the last reset in its journal and, for its own uploads, not before the day on which its leaf's ticket was
 * made. `today` is by the home's own clock, in that zone. `recent` is `PublicLog.largestTree` at the epoch's first day.
 * @typedef {Readonly<{
 *   server: Uint8Array, zone: string, onlineKey: Uint8Array, epoch: Epoch, nextStart: string | null, since: string,
 *   today: string, recent: number,
 * }>} HomeView
 */

/** A plan that passed every check of `openPlan`, and its digest. */
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
   * Return the journal entry that binds the home to this plan and its tree.
   * @returns {Entry}
   */
  get entry() {
    const value = concatBytes(this.digest, fromHex(this.plan.root));
    return Object.freeze({ key: journalKey("plan", this.plan.day), value });
  }

  /**
   * Repeat the checks whose outcome may have changed since the plan was opened: a reset, a new epoch, the day.
   *
   * A home calls it before every message that it sends under the plan. Refused as in `openPlan`.
   * @param {HomeView} home
   */
  checkToday(home) {
    checkOrigin(this.plan, home);
    checkDays(this.plan, home);
  }

  /**
   * Check that the plan is for the tree of this draw; Refused "foreign-plan" otherwise.
   * @param {Draw} draw
   */
  checkTree({ root, size }) {
    if (this.plan.root !== toHex(root) || this.plan.size !== size) {
      throw new Refused("foreign-plan", "the plan is for another tree");
    }
  }

  /**
   * Return the floor and the number of sub-cohorts of a cohort.
   * @param {number} cohort
   */
  cohort(cohort) {
    return this.plan.cohorts[cohort];
  }

  /**
   * Return the layout of the vectors of a cohort's donors.
   * @param {number} cohort
   */
  layout(cohort) {
    return new CohortLayout(this.plan.layout, this.tree, this.cohort(cohort));
  }

  /**
   * Return C, the 32 bytes of context of a (sub-)cohort's day.
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
   * Return the journal entry that binds the home to a cohort's committee and number of sub-cohorts on the plan's day.
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
 * Check a signed plan in the order of docs/reference/cohort.md, "What a home refuses", and return it.
 *
 * Whether the window is open today is left to `submit` and `certify`: donors and members have different last days.
 * Refused by the first check that fails.
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
  checkCohorts(plan, home.recent);
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
  // Noise is calibrated to one place for a donor's counts. In two places they would be added twice and hidden once.
  if (!differ(layout.map(({ campaign }) => campaign)) || !layout.every(({ strata }) => differ(strata))) {
    throw new Refused("malformed-plan", "the plan has a campaign or a stratum twice");
  }
  if (cohorts.some(({ floor }) => floor > capacity)) {
    throw new Refused("malformed-plan", "a floor is above the capacity");
  }
}

/**
 * Check the data day and the window. Days are compared as ISO text, which sorts as the days do.
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
  const most = Math.max(0, ...layout.flatMap(({ terms }) => mostUnits(terms)));
  if (!fits(capacity, most, reach)) {
    throw new Refused("count-too-large", "a sum could pass the range that it is read in");
  }
}

/**
 * @param {CohortPlan} plan
 * @param {number} recent
 */
function checkCohorts(plan, recent) {
  const least = leastFloors(plan, recent);
  for (const { floor, sub_cohorts: number } of plan.cohorts) {
    const accepted = least.get(number);
    if (accepted === undefined) {
      throw new Refused("sub-cohorts-too-small", `${number} sub-cohorts of a tree of ${plan.size} leaves`);
    }
    if (floor < accepted) throw new Refused("floor-too-low", `a floor of ${floor}; a home accepts ${accepted} or more`);
  }
}

/**
 * Return, for each allowed number of sub-cohorts, the least floor that a home accepts.
 *
 * It is the largest floor that any campaign of the plan needs, because the floor decides the noise on every number that
 * a donor masks, not only on those of its own campaigns. With this floor at least two honest donors make the noise.
 * @param {CohortPlan} plan
 * @param {number} recent
 * @returns {ReadonlyMap<number, number>}
 */
function leastFloors({ size, layout }, recent) {
  const [tree, percents] = [new TreeSize(size), new Set([0, ...layout.map(({ terms }) => terms.colluders)])];
  const allowed = SUB_COHORTS.filter((number) => number === 1 || tree.hasShare(LEAST_SUB_COHORT, number));
  return new Map(
    allowed.map((number) => {
      return [number, Math.max(...[...percents].map((percent) => tree.leastFloor(percent, number, recent)))];
    }),
  );
}

/**
 * Check that a ticket's secrets belong to the keys of a leaf; Refused "not-a-member" otherwise.
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
