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
 * A home's place in an epoch, which `openPlace` has checked: its leaf, its cohort, and the leaves of the committee to
 * which it shares its keys, place 1 first.
 *
 * `places` are the places, from 1, at which the home itself serves on this committee. `duties` has those on others too.
 * `served` is the same committee as a `Committee`.
 * @typedef {Readonly<{
 *   epoch: Epoch, draw: Draw, leaf: Leaf, cohort: number, committee: readonly Leaf[], committeeDigest: Uint8Array,
 *   places: readonly number[], served: Committee,
 * }>} Place
 */

/** Only this module has this symbol, so no other code can make a `Committee` or `CohortLeaves` without its checks. */
const VERIFIED = Symbol("verified");

/**
 * A cohort's committee, whose members were drawn and are in the tree, place 1 first.
 *
 * Only `openCommittee` makes one, and `openPlace` for the home's own cohort, after their checks.
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
    /** The committee's digest, 32 bytes, by which contexts and journals name it. */
    this.digest = committeeDigest(draw.root, cohort, members);
    Object.freeze(this);
  }

  /**
   * Return the place, from 1, of the leaf with this index; Refused "not-a-member" if it does not serve here.
   * @param {number} leaf
   */
  placeOf(leaf) {
    const place = this.members.findIndex(({ index }) => index === leaf) + 1;
    if (place === 0) throw new Refused("not-a-member", `leaf ${leaf} does not serve cohort ${this.cohort}`);
    return place;
  }
}

/** Leaves of a cohort by index, all of them in the tree. Only `openCohort` makes one, after its checks. */
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
   * Return the leaf with this index; undefined if it was not shown.
   * @param {number} index
   */
  get(index) {
    return this.#byIndex.get(index);
  }

  /** Return all the leaves. */
  get leaves() {
    return [...this.#byIndex.values()];
  }
}

/**
 * Check a home's place in an epoch that it accepted, and return it.
 *
 * `own` has the keys of the home's ticket at the index that the server names, `committee` the leaves of its cohort's
 * committee, place 1 first, and `proof` the hashes with which these leaves give the root. `placed` is the leaf under
 * which the home already found its place in this epoch, null if it did not. Refused "foreign-epoch" if epoch or receipt
 * are of another server, or the receipt is for another epoch or reset; "not-a-member" if the home had its place under
 * another leaf; "denied-ticket" if the own leaf is not in the tree, or its index contradicts the receipt;
 * "wrong-committee" if a member is not the one drawn, or is not in the tree; "weak-key" if a member's key is of low
 * order. One proof serves all leaves: if it fails, and the own leaf should be in the tree but not on the committee, the
 * refusal is "denied-ticket" whichever leaf it fails for.
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
 * Return cohort and place, from 1, for each committee on which the leaf of the tree with this index serves.
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
 * Check leaves of a cohort, rising by index, and return them. A member computes its streams from their keys.
 *
 * A home keeps leaves and proof, and checks them again in each new worker, since there is no other way to make a
 * `CohortLeaves`. Some leaves of the cohort may be missing: members refuse a list that has an entry of the tree without
 * a leaf here. Refused "foreign-epoch" if a leaf is of another cohort or not in the tree; "weak-key" if a key is of low
 * order.
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
 * Check the committee of a cohort, for a home that serves on it, and return it. Above 8,192 leaves a home may serve on
 * several committees.
 *
 * Refused "wrong-committee" if the tree has no such cohort, or a member is not the one drawn or is not in the tree;
 * "weak-key" if a key is of low order.
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
 * Return the leaf indices drawn for a cohort's committee; Refused "wrong-committee" unless the leaves have them.
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
 * Check the home's index: inside the tree if the receipt has none, otherwise the receipt's index, past the tree.
 *
 * A leaf that is both in the tree and appended could be in a list twice.
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
