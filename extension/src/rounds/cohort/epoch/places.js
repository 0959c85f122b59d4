// A home's place in an epoch: its leaf, its cohort, the committee it shares keys to, and the committees it serves on
// (docs/reference/cohort.md; pdd_shared/rounds/cohort/epoch/places.py).

import { fromHex, isSame } from "../../../protocol/encoding.js";
import { isWeakExchange, isWeakSigning } from "../../../protocol/primitives.js";
import { Refused } from "../../refusals.js";
import { checkServer, checkTold } from "./acceptance.js";
import { committeeDigest, Draw } from "./draws.js";
import { rootFrom } from "./tree.js";

/** @typedef {import("../messages.js").Epoch} Epoch */
/** @typedef {import("../messages.js").TicketReceipt} TicketReceipt */
/** @typedef {import("./tree.js").Leaf} Leaf */

/**
 * A home's place in an epoch: its leaf, its cohort, and the members its key is shared to, place 1 first.
 *
 * `places` are the places, from 1, at which the home itself serves on this committee; `duties` tells all of them.
 * `served` is the committee as a member's day takes it.
 * @typedef {Readonly<{
 *   epoch: Epoch, draw: Draw, leaf: Leaf, cohort: number, committee: readonly Leaf[], committeeDigest: Uint8Array,
 *   places: readonly number[], served: Committee,
 * }>} Place
 */

/** Only this module has it, so that nobody else makes what stands for a check of its own. */
const VERIFIED = Symbol("verified");

/**
 * A cohort's committee as it was drawn and is in the tree, place 1 first.
 *
 * Only `openCommittee` makes one, and `openPlace` for the home's own cohort: they check it.
 */
export class Committee {
  /**
   * @param {symbol} verified
   * @param {Draw} draw
   * @param {number} cohort
   * @param {readonly Leaf[]} members
   */
  constructor(verified, draw, cohort, members) {
    if (verified !== VERIFIED) throw new TypeError("a committee comes from openCommittee or openPlace");
    this.draw = draw;
    this.cohort = cohort;
    this.members = Object.freeze([...members]);
    /** The 32 bytes by which contexts and journals name the committee. */
    this.digest = committeeDigest(draw.root, cohort, members);
    Object.freeze(this);
  }

  /**
   * The place, from 1, of the leaf at this index; Refused "not-a-member" if it does not serve here.
   * @param {number} leaf
   */
  placeOf(leaf) {
    const place = this.members.findIndex(({ index }) => index === leaf) + 1;
    if (place === 0) throw new Refused("not-a-member", `leaf ${leaf} does not serve cohort ${this.cohort}`);
    return place;
  }
}

/** Leaves of a cohort by their index, all of them in the tree. Only `openCohort` makes them: it checks them. */
export class CohortLeaves {
  #byIndex;

  /**
   * @param {symbol} verified
   * @param {Draw} draw
   * @param {number} cohort
   * @param {readonly Leaf[]} leaves
   */
  constructor(verified, draw, cohort, leaves) {
    if (verified !== VERIFIED) throw new TypeError("a cohort's leaves come from openCohort");
    this.draw = draw;
    this.cohort = cohort;
    this.#byIndex = new Map(leaves.map((leaf) => [leaf.index, leaf]));
    Object.freeze(this);
  }

  /**
   * The leaf at an index; undefined if it was not shown.
   * @param {number} index
   */
  get(index) {
    return this.#byIndex.get(index);
  }

  /** All of them. */
  get leaves() {
    return [...this.#byIndex.values()];
  }
}

/**
 * A home's place in an epoch that it accepted.
 *
 * `own` is the home's ticket at the index that the server says, `committee` its cohort's, place 1 first, and `proof` the
 * hashes that these leaves need to give the root. `placed` is the leaf under which the home had its place in this epoch
 * before, if it had. Refused "foreign-epoch" if the receipt is for another epoch or reset; "not-a-member" if the home had
 * its place under another leaf; "denied-ticket" if the own leaf is not in the tree, or not at the index of the receipt;
 * "wrong-committee" if a member is not the one drawn, or not in the tree; "weak-key" for a member's key of low order. One
 * proof serves all leaves: where the own one is not of the committee, a proof that fails for any of them is
 * "denied-ticket".
 * @param {Epoch} epoch
 * @param {Leaf} own
 * @param {TicketReceipt} receipt
 * @param {readonly Leaf[]} committee
 * @param {readonly Uint8Array[]} proof
 * @param {Uint8Array} server
 * @param {Leaf | null} placed
 * @returns {Place}
 */
export function openPlace(epoch, own, receipt, committee, proof, server, placed) {
  checkTold({ placed });
  checkServer(epoch.server, server);
  checkReceipt(receipt, epoch);
  if (placed !== null && !isSame(own.encoded, placed.encoded)) {
    throw new Refused("not-a-member", `the home has another leaf in epoch ${epoch.number}`);
  }
  checkIndex(own, receipt, epoch.size);
  const draw = new Draw(fromHex(epoch.root), epoch.size);
  const cohort = draw.cohortOf(own.index);
  const drawn = checkDrawn(draw, cohort, committee);
  if (committee.some((leaf) => leaf.index === own.index && !isSame(leaf.encoded, own.encoded))) {
    throw new Refused("denied-ticket", "another key is in the tree at the ticket's index");
  }
  checkKeys(committee);
  const isInTree = receipt.index === null;
  const leaves = isInTree && !drawn.includes(own.index) ? [...committee, own] : [...committee];
  if (!leadsTo(draw, leaves.sort(byIndex), proof)) {
    const reason = leaves.length > committee.length ? "denied-ticket" : "wrong-committee";
    throw new Refused(reason, "the proof does not show the ticket and the committee to be in the tree");
  }
  const served = new Committee(VERIFIED, draw, cohort, committee);
  const places = Object.freeze(drawn.flatMap((index, at) => (index === own.index ? [at + 1] : [])));
  const shared = { committee: served.members, committeeDigest: served.digest };
  return Object.freeze({ epoch, draw, leaf: own, cohort, ...shared, places, served });
}

/**
 * The cohort and the place, from 1, of each committee on which a leaf of the tree serves.
 * @param {Draw} draw
 * @param {number} leaf
 * @returns {readonly Readonly<{cohort: number, place: number}>[]}
 */
export function duties(draw, leaf) {
  return Array.from({ length: draw.treeSize.cohorts }, (_, cohort) => ({
    cohort,
    place: draw.committee(cohort).indexOf(leaf) + 1,
  })).filter(({ place }) => place > 0);
}

/**
 * Leaves of a cohort by their index, for a member: from these keys it computes its streams.
 *
 * A home keeps leaves and proof, and opens them again in each new worker: no other way leads to a `CohortLeaves`.
 * `leaves` rise by index. They need not be all of the cohort: a list with an entry of the tree that is not among them is
 * refused. Refused "foreign-epoch" for leaves of another cohort or tree, and "weak-key" for a key of low order.
 * @param {Draw} draw
 * @param {number} cohort
 * @param {readonly Leaf[]} leaves
 * @param {readonly Uint8Array[]} proof
 */
export function openCohort(draw, cohort, leaves, proof) {
  if (leaves.some(({ index }) => draw.cohortOf(index) !== cohort)) {
    throw new Refused("foreign-epoch", `a leaf is not in cohort ${cohort}`);
  }
  checkKeys(leaves);
  if (!leadsTo(draw, leaves, proof)) {
    throw new Refused("foreign-epoch", "the leaves are not in the epoch's tree");
  }
  return new CohortLeaves(VERIFIED, draw, cohort, leaves);
}

/**
 * The committee of any cohort, for a member of it: above 8,192 leaves a home may serve several.
 *
 * Refused "wrong-committee" for a cohort that is not there, or members that are not those drawn, or not in the tree;
 * "weak-key" for a key of low order.
 * @param {Draw} draw
 * @param {number} cohort
 * @param {readonly Leaf[]} leaves place 1 first
 * @param {readonly Uint8Array[]} proof
 */
export function openCommittee(draw, cohort, leaves, proof) {
  checkDrawn(draw, cohort, leaves);
  checkKeys(leaves);
  if (!leadsTo(draw, [...leaves].sort(byIndex), proof)) {
    throw new Refused("wrong-committee", "the proof does not show the committee to be in the tree");
  }
  return new Committee(VERIFIED, draw, cohort, leaves);
}

/**
 * The indices that were drawn for a cohort's committee, if these leaves have them.
 * @param {Draw} draw
 * @param {number} cohort
 * @param {readonly Leaf[]} leaves
 */
function checkDrawn(draw, cohort, leaves) {
  if (!(Number.isInteger(cohort) && 0 <= cohort && cohort < draw.treeSize.cohorts)) {
    throw new Refused("wrong-committee", `the tree has no cohort ${cohort}`);
  }
  const drawn = draw.committee(cohort);
  if (leaves.length !== drawn.length || !leaves.every(({ index }, at) => index === drawn[at])) {
    throw new Refused("wrong-committee", `cohort ${cohort} has another committee`);
  }
  return drawn;
}

/**
 * @param {TicketReceipt} receipt
 * @param {Epoch} epoch
 */
function checkReceipt(receipt, epoch) {
  if (receipt.epoch !== epoch.number || receipt.server !== epoch.server) {
    throw new Refused("foreign-epoch", `the ticket is for epoch ${receipt.epoch}, not ${epoch.number}`);
  }
  if (receipt.reset !== epoch.reset) {
    throw new Refused("foreign-epoch", `the ticket is for reset ${receipt.reset}, not ${epoch.reset}`);
  }
}

/**
 * A ticket of the tree has an index in it, an appended one that of its receipt, past the tree: a leaf that were both
 * could be in a list twice.
 * @param {Leaf} own
 * @param {TicketReceipt} receipt
 * @param {number} size
 */
function checkIndex({ index }, receipt, size) {
  const isRight = receipt.index === null ? index < size : size <= index && index === receipt.index;
  if (!isRight) throw new Refused("denied-ticket", `index ${index} is not what the ticket's receipt says`);
}

/** @param {readonly Leaf[]} leaves */
function checkKeys(leaves) {
  for (const { index, exchange, signing } of leaves) {
    if (isWeakExchange(exchange) || isWeakSigning(signing)) {
      throw new Refused("weak-key", `a key of leaf ${index} is of low order`);
    }
  }
}

/**
 * @param {Leaf} one
 * @param {Leaf} other
 */
const byIndex = (one, other) => one.index - other.index;

/**
 * @param {Draw} draw
 * @param {readonly Leaf[]} leaves
 * @param {readonly Uint8Array[]} proof
 */
function leadsTo({ size, root }, leaves, proof) {
  try {
    return isSame(rootFrom(leaves, size, proof), root);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}
