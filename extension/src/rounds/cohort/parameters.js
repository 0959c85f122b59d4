// The numbers of the protocol: its field and ring, and what follows from the size of an epoch's tree
// (pdd_shared/rounds/cohort/parameters.py). All of it is computed in integers that a double holds exactly.

/** The field's prime, 2^32 - 2^20 + 1. */
export const Q = 4293918721;
/** N: the ring is F_q[x] / (x^N + 1). */
export const DEGREE = 2048;
/** A root of x^N + 1 modulo q: its order is 2 N. */
export const PSI = 68871676;
/** A number of the vector counts this much in the ring; smaller errors are rounded away. */
export const DELTA = 4096;
/** How many numbers a sum can tell apart. */
export const RANGE = Math.floor(Q / DELTA);
/** Zeros at the end of a padded vector, at least. */
export const ZEROS = 16;
/** Of one cohort: beyond, errors would round numbers wrongly more often than once in 10^11. */
export const MOST_UPLOADS = 8192;
export const LEAST_TREE = 4;
/** The largest tree: the duties in a tree of 2^32 leaves would take a home minutes to draw. */
export const MOST_LEAVES = 100_000_000;
/** Numbers of noise alone, for each law of a plan. */
export const DECOYS = 64;
export const SUB_COHORTS = Object.freeze([1, 2, 4, 8]);
/** Leaves of a sub-cohort, at least. */
export const LEAST_SUB_COHORT = 500;
const TARGET_COHORT = 6500;
const [DRAWN_MEMBERS, DRAWN_CORRUPT] = [256, 94];
/** How far beyond its mean the number of colluders in a part may lie: sqrt(128 mean). */
const DEALING = 128;

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
