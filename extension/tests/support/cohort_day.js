// One day of a small cohort, from the test vectors: the state of each of its homes.

import { concatBytes } from "@noble/hashes/utils.js";
import { fromHex, uint32 } from "../../src/protocol/encoding.js";
import { Journal, journalKey, receiptEntry } from "../../src/rounds/cohort/day/journal.js";
import { openDay } from "../../src/rounds/cohort/day/member.js";
import { openPlan } from "../../src/rounds/cohort/day/plans.js";
import { acceptEpoch, checkPublished, openOnlineKey, openReceipt } from "../../src/rounds/cohort/epoch/acceptance.js";
import { openCohort, openPlace } from "../../src/rounds/cohort/epoch/places.js";
import { Agreements, TicketSecrets, ticketDigest } from "../../src/rounds/cohort/epoch/tickets.js";
import { Leaf } from "../../src/rounds/cohort/epoch/tree.js";
import { opened } from "../../src/rounds/cohort/signed_messages.js";
import { COHORT } from "./cohort_vectors.js";

export const DAY = COHORT.day;
export const SERVER = fromHex(DAY.server);
export const TREE_SIZE = 5;

/** @param {number} leaf */
export const leafOf = (leaf) => Leaf.from(fromHex(DAY.donors[leaf].leaf_bytes));
export const COMMITTEE = Object.freeze([0, 1, 2, 3, 4].map(leafOf));
export const PROOF = DAY.proof.map(fromHex);

/** @param {number} leaf */
export function secretsOf(leaf) {
  const { exchange_secret, signing_seed } = DAY.donors[leaf];
  return TicketSecrets.from(fromHex(exchange_secret), fromHex(signing_seed));
}

export const onlineKey = () => openOnlineKey(DAY.online_key, SERVER, DAY.today);

/**
 * Return the epoch, accepted by a home that knows no other.
 * @param {object} [changes] of what the home holds
 * @param {any} [signed]
 */
export async function epochOf(changes = {}, signed = DAY.epoch) {
  const none = { receipt: null, ticketMade: null, reset: null, signedUntil: null };
  const nothing = { known: null, sameNumber: null, ...none };
  const own = { server: SERVER, onlineKey: await onlineKey(), today: DAY.today, ...nothing, ...changes };
  return acceptEpoch(signed, own);
}

/** @param {number} leaf */
export async function receiptOf(leaf) {
  const { ticket, receipt } = DAY.donors[leaf];
  const { identity, exchange, signing, signature } = ticket;
  const keys = { identity: fromHex(identity), exchange: fromHex(exchange), signing: fromHex(signing) };
  const digest = ticketDigest({ ...keys, signature: fromHex(signature) }, SERVER);
  const held = { ticket: digest, known: null, promised: null, reset: null };
  return openReceipt(receipt, { server: SERVER, onlineKey: await onlineKey(), ...held });
}

/** @param {number} leaf */
export async function placeOf(leaf) {
  const receipt = await receiptOf(leaf);
  return openPlace(await epochOf({ receipt }), leafOf(leaf), receipt, COMMITTEE, PROOF, SERVER, null);
}

/** What lets a home upload under the epoch. */
export async function publishedEpoch() {
  return checkPublished(DAY.epoch, await epochOf(), { server: SERVER, onlineKey: await onlineKey() });
}

/**
 * Return the view against which a home checks a plan.
 * @param {object} [changes]
 */
export async function viewOf(changes = {}) {
  const keys = { server: SERVER, zone: "Europe/London", onlineKey: await onlineKey() };
  const held = { epoch: await epochOf(), nextStart: null, since: DAY.ticket_made, today: DAY.today, recent: 0 };
  return { ...keys, ...held, ...changes };
}

/**
 * Return the plan as a home has checked it.
 * @param {object} [changes] of what the home holds
 * @param {any} [signed]
 * @param {import("../../src/rounds/cohort/day/plans.js").Limits} [limits]
 */
export async function planOf(changes = {}, signed = DAY.plan, limits = undefined) {
  return openPlan(signed, await viewOf(changes), limits);
}

/**
 * Return a member's day of service.
 * @param {number} place from 1
 * @param {object} [changes] of what the member serves
 */
export async function memberDay(place, changes = {}) {
  const [plan, own] = [await planOf(), await placeOf(place - 1)];
  const leaves = openCohort(own.draw, 0, COMMITTEE, PROOF);
  return openDay(plan, { committee: own.served, leaves, subCohort: 0, own: place - 1, ...changes });
}

/** @param {number} leaf */
const uploadOf = (leaf) => DAY.uploads.find((/** @type {any} */ upload) => upload.leaf === leaf);

/**
 * Return a source of the random bytes of a leaf's upload.
 * @param {number} leaf
 */
export const sentBy = (leaf) => randomnessOf(uploadOf(leaf));

/**
 * Return a source of an upload's random bytes. Their number tells what they are for: rounding (in units above 1), noise,
 * the mask's seed, the nonce.
 * @param {any} upload
 */
export function randomnessOf({ rounding_bytes = "", noise_bytes, seed, nonce }) {
  const parts = [rounding_bytes, noise_bytes, seed, nonce].map(fromHex);
  return (/** @type {number} */ size) => {
    const part = parts.find(({ length }) => length === size);
    if (part === undefined) throw new Error(`${size} bytes are not what an upload asks for`);
    return part;
  };
}

/**
 * Return the server's receipt for a leaf's upload; null if the leaf's home was away.
 * @param {number} leaf
 */
export async function uploadReceiptOf(leaf) {
  const told = uploadOf(leaf);
  return told ? opened(told.receipt, "upload-receipt", await onlineKey()) : null;
}

/**
 * Return a journal with one line that contradicts what the home is asked to say; the others agree with it.
 * @param {any} said
 * @param {import("../../src/rounds/cohort/day/plans.js").CheckedPlan} plan
 */
export function journalOf(said, plan) {
  if (said === undefined) return new Journal();
  const { plan: digest, root, committee = DAY.committee_digest, sub_cohorts, ...others } = said;
  const planned = concatBytes(digest ? fromHex(digest) : plan.digest, fromHex(root ?? plan.plan.root));
  const number = uint32(sub_cohorts ?? plan.cohort(0).sub_cohorts);
  const entry = (/** @type {any} */ kind, /** @type {Uint8Array} */ value) => {
    return { key: journalKey(kind, plan.plan.day), value };
  };
  const fixed = [entry("plan", planned), entry("committee", concatBytes(fromHex(committee), number))];
  return new Journal([...fixed, ...Object.entries(others).map(([kind, value]) => entry(kind, fromHex(`${value}`)))]);
}

/**
 * Return a journal with the receipt for a leaf's upload; an empty one if the leaf's home was away.
 * @param {number} leaf
 */
export function receivedBy(leaf) {
  const told = uploadOf(leaf);
  return new Journal(told ? [receiptEntry("2026-11-20", leaf, fromHex(told.nonce))] : []);
}

/**
 * What a home brings: a donor while the window is open, a member once it has closed.
 * @param {number} leaf
 * @param {object} [changes] of the home's view
 */
export async function homeStateOf(leaf, changes = {}) {
  const secrets = await secretsOf(leaf);
  return { secrets, agreements: new Agreements(secrets), home: await viewOf(changes) };
}

/** The view of a member once the window has closed. */
export const CLOSED = Object.freeze({ today: DAY.closed });
