// The numbers of the protocol: its field and ring, and what follows from the size of an epoch's tree
// (pdd_shared/rounds/cohort/parameters.py). All of it is computed in integers that a double holds exactly.

import { LEAST_TREE, MOST_UPLOADS } from "../../protocol/limits.js";
import { DEALING, DEGREE, DRAWN_CORRUPT, DRAWN_MEMBERS, TARGET_COHORT } from "./constants.js";

/** A committee of so many members, of which so many may be corrupt: m and c. */
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

  /** Members that certify a list, and that open it: two quorums share an honest member. */
  get quorum() {
    return Math.floor((this.members + this.corrupt) / 2) + 1;
  }

  /** Secrets that one polynomial shares: rho. */
  get secrets() {
    return this.quorum - this.corrupt;
  }

  /** Polynomials that share a key: K. */
  get columns() {
    return Math.ceil(DEGREE / this.secrets);
  }
}

/** What follows from the number of leaves of an epoch's tree; RangeError below LEAST_TREE. */
export class TreeSize {
  /** @param {number} leaves */
  constructor(leaves) {
    if (leaves < LEAST_TREE) throw new RangeError(`a tree has ${LEAST_TREE} leaves or more, not ${leaves}`);
    this.leaves = leaves;
    Object.freeze(this);
  }

  /** J: as many as hold about 6,500 leaves each, or one up to 8,192. */
  get cohorts() {
    return this.leaves <= MOST_UPLOADS ? 1 : Math.ceil(this.leaves / TARGET_COHORT);
  }

  /** All leaves below 256; above, 256 that are drawn. */
  get committee() {
    if (this.leaves >= DRAWN_MEMBERS) return new CommitteeSize(DRAWN_MEMBERS, DRAWN_CORRUPT);
    return new CommitteeSize(this.leaves, Math.max(1, Math.ceil(this.leaves / 3) - 1));
  }

  /**
   * Whether sub-cohorts of a cohort have so many leaves on average.
   * @param {number} least
   * @param {number} subCohorts
   */
  hasShare(least, subCohorts) {
    return this.leaves >= least * this.cohorts * subCohorts;
  }

  /**
   * Members of a list who may add no noise, where `percent` of all donors collude.
   *
   * Where leaves are dealt to parts by hash, one of them may get more than its share: more than this with chance at most
   * 2^-67 (binomial tails).
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
   * The least floor that a home accepts for a campaign that tolerates `percent` of colluders.
   *
   * Homes compute it from the tree alone: only that binds a server that lies.
   * @param {number} percent
   * @param {number} [subCohorts]
   */
  leastFloor(percent, subCohorts = 1) {
    const share = ceilOf(3 * this.leaves, 10 * this.cohorts * subCohorts);
    return Math.max(this.colluders(percent, subCohorts) + 2, share);
  }

  /**
   * How many honest donors of a list make the whole noise: m_noise.
   * @param {number} floor
   * @param {number} percent
   * @param {number} [subCohorts]
   */
  noiseMakers(floor, percent, subCohorts = 1) {
    return floor - this.colluders(percent, subCohorts);
  }
}

/**
 * The quotient of two integers, rounded up, by its remainder: exact whatever the division rounds to.
 * @param {number} dividend
 * @param {number} divisor
 */
function ceilOf(dividend, divisor) {
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder > 0 ? 1 : 0);
}
