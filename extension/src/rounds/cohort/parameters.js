// The parameters that follow from the size of an epoch's tree
// (pdd_shared/rounds/cohort/parameters.py). All of it is computed in integers that a double holds exactly.

import { LEAST_TREE, MOST_UPLOADS } from "../../protocol/limits.js";
import { DEALING, DEGREE, DRAWN_CORRUPT, DRAWN_MEMBERS, TARGET_COHORT } from "./constants.js";

/** The size of a committee: m members, of whom c may be corrupt. */
export class CommitteeSize {
  /**
   * @param {number} members
   * @param {number} corrupt
   */
  constructor(members, corrupt) {
    this.members = members;
    this.corrupt = corrupt;
    Object.freeze(this);
  }

  /** Return how many members certify a list, and how many open it. Two quorums share an honest member. */
  get quorum() {
    return Math.floor((this.members + this.corrupt) / 2) + 1;
  }

  /** Return rho, how many secrets one polynomial shares. */
  get secrets() {
    return this.quorum - this.corrupt;
  }

  /** Return K, how many polynomials share a key. */
  get columns() {
    return Math.ceil(DEGREE / this.secrets);
  }
}

/** The parameters that follow from the number of leaves of an epoch's tree; RangeError below LEAST_TREE. */
export class TreeSize {
  /** @param {number} leaves */
  constructor(leaves) {
    if (leaves < LEAST_TREE) throw new RangeError(`a tree has ${LEAST_TREE} leaves or more, not ${leaves}`);
    this.leaves = leaves;
    Object.freeze(this);
  }

  /** Return J, the number of cohorts: as many as hold about 6,500 leaves each, or one up to 8,192. */
  get cohorts() {
    return this.leaves <= MOST_UPLOADS ? 1 : Math.ceil(this.leaves / TARGET_COHORT);
  }

  /** Return the size of a committee: all leaves below 256; above, 256 that are drawn. */
  get committee() {
    if (this.leaves >= DRAWN_MEMBERS) return new CommitteeSize(DRAWN_MEMBERS, DRAWN_CORRUPT);
    return new CommitteeSize(this.leaves, Math.max(1, Math.ceil(this.leaves / 3) - 1));
  }

  /**
   * Return whether a cohort's sub-cohorts have at least so many leaves on average.
   * @param {number} least
   * @param {number} subCohorts
   */
  hasShare(least, subCohorts) {
    return this.leaves >= least * this.cohorts * subCohorts;
  }

  /**
   * Return the most colluders in a (sub-)cohort if `percent` of all donors collude; they may add no noise.
   *
   * Leaves are dealt to parts by hash, so a part may get more colluders than its share, but more than this with
   * probability at most 2^-67 (binomial tails).
   * @param {number} percent
   * @param {number} [subCohorts]
   */
  colluders(percent, subCohorts = 1) {
    const parts = this.cohorts * subCohorts;
    const dealt = ceilOf(percent * this.leaves, 100 * parts);
    const beyond = parts > 1 ? Math.floor(Math.sqrt(DEALING * dealt)) + 1 : 0;
    return Math.max(this.committee.corrupt, dealt + beyond);
  }

  /**
   * Return the least floor that a home accepts for a campaign that tolerates `percent` of colluders.
   *
   * Homes compute it from the public log alone. A bound that rests on what the server says to one home would not stop a
   * lying server.
   * @param {number} percent
   * @param {number} [subCohorts]
   * @param {number} [recent] `PublicLog.largestTree`. The floor of a tree of less than half as many leaves is that of
   *   half.
   */
  leastFloor(percent, subCohorts = 1, recent = 0) {
    const counted = new TreeSize(Math.max(this.leaves, ceilOf(recent, 2)));
    const tolerated = Math.max(this.colluders(percent, subCohorts), counted.committee.corrupt);
    return Math.max(tolerated + 2, ceilOf(3 * counted.leaves, 10 * this.cohorts * subCohorts));
  }

  /**
   * Return m_noise, how many honest donors make the whole noise in a list that just meets the floor.
   * @param {number} floor
   * @param {number} percent
   * @param {number} [subCohorts]
   */
  noiseMakers(floor, percent, subCohorts = 1) {
    return floor - this.colluders(percent, subCohorts);
  }
}

/**
 * Return the quotient of two integers, rounded up. It uses the remainder, so it is exact however the division rounds.
 * @param {number} dividend
 * @param {number} divisor
 */
function ceilOf(dividend, divisor) {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder > 0 ? 1 : 0);
}
