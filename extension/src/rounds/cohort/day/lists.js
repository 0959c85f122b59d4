// The included list of a (sub-)cohort's day, and the committee's certificate over it
// (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/lists.py, which says what attack each check stops).

import { MOST_UPLOADS } from "../../../protocol/limits.js";
import { verify } from "../../../protocol/primitives.js";
import { LEAF_SIZE, NONCE_SIZE, SIGNATURE_SIZE } from "../../../protocol/sizes.js";
import { Refused } from "../../refusals.js";
import { digest, named, statement } from "../encoding.js";
import { Leaf } from "../epoch/tree.js";

/** @typedef {import("../epoch/places.js").CohortLeaves} CohortLeaves */
/** @typedef {import("../messages.js").CohortPlan} CohortPlan */

const WORD = 4;
const PAIR_SIZE = WORD + NONCE_SIZE;
const SIGNED_SIZE = WORD + SIGNATURE_SIZE;

/**
 * The uploads in a (sub-)cohort's sums, rising by leaf: each leaf's index with the nonce of its upload, and those
 * leaves that are not in the tree.
 * @typedef {Readonly<{
 *   pairs: readonly Readonly<{leaf: number, nonce: Uint8Array}>[], appended: readonly Leaf[],
 * }>} IncludedList
 */

/**
 * Read a list from its bytes; Refused "altered-list" if it is malformed or does not rise by leaf.
 * @param {Uint8Array} data
 * @returns {IncludedList}
 */
export function readList(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const number = countAt(view, 0);
  const middle = WORD + number * PAIR_SIZE;
  const appended = countAt(view, middle);
  const start = middle + WORD;
  if (data.length !== start + appended * LEAF_SIZE) throw malformed();
  const pairs = Array.from({ length: number }, (_, at) => {
    const from = WORD + at * PAIR_SIZE;
    return Object.freeze({ leaf: view.getUint32(from, true), nonce: data.slice(from + WORD, from + PAIR_SIZE) });
  });
  const leaves = Array.from({ length: appended }, (_, at) =>
    Leaf.from(data.subarray(start + at * LEAF_SIZE, start + (at + 1) * LEAF_SIZE)),
  );
  if (!isRising(pairs.map(({ leaf }) => leaf)) || !isRising(leaves.map(({ index }) => index))) {
    throw new Refused("altered-list", "the list does not rise by leaf");
  }
  return Object.freeze({ pairs: Object.freeze(pairs), appended: Object.freeze(leaves) });
}

/**
 * @param {DataView} view
 * @param {number} at
 */
function countAt(view, at) {
  if (view.byteLength < at + WORD) throw malformed();
  const number = view.getUint32(at, true);
  if (number > MOST_UPLOADS) throw malformed();
  return number;
}

const malformed = () => new Refused("altered-list", "the list is malformed");

/** @param {readonly number[]} numbers */
function isRising(numbers) {
  return numbers.every((number, at) => at === 0 || numbers[at - 1] < number);
}

/**
 * Return the 32 bytes that stand for a list in signatures and journals.
 * @param {Uint8Array} context
 * @param {Uint8Array} data
 */
export function listDigest(context, data) {
  return digest("list", context, data);
}

/**
 * The leaves that may be in the list of a (sub-)cohort's day: the cohort's leaves of the tree, and appended ones.
 *
 * The plan has been checked to be for the tree of `members`, whose leaves have been verified against its root.
 * @typedef {Readonly<{plan: CohortPlan, members: CohortLeaves, subCohort: number}>} Electorate
 */

/**
 * Return whether a leaf, of the tree or appended, was dealt to this (sub-)cohort.
 * @param {Electorate} electorate
 * @param {number} leaf
 */
export function belongs({ plan, members, subCohort }, leaf) {
  const { draw, cohort } = members;
  // `openCohort` has checked that its leaves were dealt to this cohort; appended leaves are checked here.
  const isOfCohort = members.get(leaf) !== undefined || draw.cohortOf(leaf) === cohort;
  return isOfCohort && draw.subCohortOf(leaf, plan.day, plan.cohorts[cohort].sub_cohorts) === subCohort;
}

/**
 * Check a list as far as it does not concern the member itself, and return the leaf of each entry.
 *
 * Refused "altered-list" or "list-too-small".
 * @param {Electorate} electorate
 * @param {IncludedList} included
 * @returns {readonly Leaf[]}
 */
export function listed(electorate, included) {
  const { plan, members } = electorate;
  const [{ capacity }, { floor }, { pairs }] = [plan, plan.cohorts[members.cohort], included];
  if (pairs.length > capacity) throw new Refused("altered-list", `the list is longer than ${capacity}`);
  const inTree = pairs.filter(({ leaf }) => leaf < members.draw.size).length;
  if (inTree < floor) {
    throw new Refused("list-too-small", `${inTree} donors of the tree; the floor is ${floor}`);
  }
  const leaves = [...ofTree(electorate, included, inTree), ...ofAppended(electorate, included, inTree)];
  if (!leaves.every(({ index }) => belongs(electorate, index))) {
    throw new Refused("altered-list", "the list has a leaf of another cohort");
  }
  if (shareAKey(leaves)) throw new Refused("altered-list", "two leaves of the list share a key");
  return leaves;
}

/**
 * Return the leaves of the entries in the tree, which come first in a list that rises by leaf.
 * @param {Electorate} electorate
 * @param {IncludedList} included
 * @param {number} inTree
 */
function ofTree({ members }, { pairs }, inTree) {
  return pairs.slice(0, inTree).map(({ leaf }) => {
    const known = members.get(leaf);
    if (known === undefined) throw new Refused("altered-list", "the list has a leaf of another cohort");
    return known;
  });
}

/**
 * Return the leaves of the entries past the tree, with the keys that the list brings for them.
 *
 * No leaf of the cohort in the tree may have one of these keys. Otherwise one donor could be in the list twice.
 * @param {Electorate} electorate
 * @param {IncludedList} included
 * @param {number} inTree
 */
function ofAppended({ members }, { pairs, appended }, inTree) {
  const past = pairs.slice(inTree);
  if (past.length !== appended.length || !past.every(({ leaf }, at) => leaf === appended[at].index)) {
    throw new Refused("altered-list", "the appended leaves are not those of the entries past the tree");
  }
  if (appended.length > 0) {
    const exchanges = new Set(members.leaves.map(({ exchange }) => named(exchange)));
    const signings = new Set(members.leaves.map(({ signing }) => named(signing)));
    if (appended.some(({ exchange, signing }) => exchanges.has(named(exchange)) || signings.has(named(signing)))) {
      throw new Refused("altered-list", "an appended leaf is in the tree");
    }
  }
  return appended;
}

/** @param {readonly Leaf[]} leaves */
function shareAKey(leaves) {
  const exchanges = new Set(leaves.map(({ exchange }) => named(exchange)));
  const signings = new Set(leaves.map(({ signing }) => named(signing)));
  return Math.min(exchanges.size, signings.size) < leaves.length;
}

/**
 * Return the bytes that a member signs to certify the list with this digest.
 * @param {Uint8Array} context
 * @param {Uint8Array} digestOfList
 */
export function certifiedStatement(context, digestOfList) {
  return statement("certified", context, digestOfList);
}

/**
 * Check that exactly a quorum of members signed this list, rising by place, each with the key at its place.
 *
 * Two quorums share an honest member, who signs one list of a day. So at most one list passes. Refused
 * "bad-certificate".
 * @param {Uint8Array} data
 * @param {Uint8Array} context
 * @param {Uint8Array} digestOfList
 * @param {readonly Leaf[]} committee the leaf at each place, place 1 first
 * @param {number} quorum
 */
export async function checkCertificate(data, context, digestOfList, committee, quorum) {
  if (data.length !== quorum * SIGNED_SIZE) {
    throw new Refused("bad-certificate", "the certificate does not have a quorum's signatures");
  }
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const places = Array.from({ length: quorum }, (_, at) => view.getUint32(at * SIGNED_SIZE, true));
  if (!isRising(places) || places[0] < 1 || places[quorum - 1] > committee.length) {
    throw new Refused("bad-certificate", "the certificate's places do not rise within the committee");
  }
  const said = certifiedStatement(context, digestOfList);
  const verified = places.map((place, at) => {
    const signature = data.slice(at * SIGNED_SIZE + WORD, (at + 1) * SIGNED_SIZE);
    return verify(signature, said, committee[place - 1].signing);
  });
  if (!(await Promise.all(verified)).every(Boolean)) {
    throw new Refused("bad-certificate", "a member did not sign the list that was certified here");
  }
}
