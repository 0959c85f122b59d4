// The donor's half of a cohort's day: one masked message (docs/reference/cohort.md, "A day"; pdd_shared/rounds/cohort/day/donor.py).
//
// Whether it gives counts or zeros cannot be told from the message. A home journals it, then sends it; a resend sends
// the same bytes.

import { concatBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../../../protocol/encoding.js";
import { KEY_SIZE, WeakKey } from "../../../protocol/keys.js";
import { Refused } from "../../refusals.js";
import { RANGE } from "../constants.js";
import { isSameEpoch, Published } from "../epoch/acceptance.js";
import { addTo } from "../masking/field.js";
import { MaskSeed, mask, readSum } from "../masking/ring.js";
import { Streams, shareKey } from "../masking/sharing.js";
import { opened } from "../signed_messages.js";
import { dayOf, journalKey, receiptEntry, Withheld } from "./journal.js";
import { checkOwn } from "./plans.js";
import { NONCE_SIZE, writeUpload } from "./uploads.js";

/** @typedef {import("../../../protocol/keys.js").RandomBytes} RandomBytes */
/** @typedef {import("../../layout.js").Counts} Counts */
/** @typedef {import("../../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../epoch/places.js").Place} Place */
/** @typedef {import("./journal.js").Entry} Entry */
/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./layout.js").CohortLayout} CohortLayout */
/** @typedef {import("./plans.js").CheckedPlan} CheckedPlan */
/** @typedef {import("./plans.js").HomeView} HomeView */
/** @typedef {import("../epoch/tickets.js").Agreements} Agreements */
/** @typedef {import("../epoch/tickets.js").TicketSecrets} TicketSecrets */

/** An upload that does not open to its own vector: nothing is sent, and nothing is written down. */
export class Miscomputed extends Error {}

/**
 * A home's own place in a checked plan: its (sub-)cohort, context and vector.
 * @typedef {Readonly<{
 *   plan: CheckedPlan, place: Place, subCohort: number, layout: CohortLayout, context: Uint8Array,
 * }>} DonorDay
 */

/**
 * This home's own day under a plan.
 *
 * Refused "foreign-plan" where its place is in another epoch's tree, "foreign-epoch" where it has not found that epoch
 * published.
 * @param {CheckedPlan} plan
 * @param {Place} place
 * @param {Published} published from `checkPublished`; TypeError for anything else
 * @returns {DonorDay}
 */
export function openDay(plan, place, published) {
  if (!(published instanceof Published)) throw new TypeError("a published epoch comes from checkPublished");
  const { cohort, draw, leaf } = place;
  plan.checkTree(draw);
  if (!isSameEpoch(published.epoch, place.epoch) || published.epoch.server !== place.epoch.server) {
    throw new Refused("foreign-epoch", "another epoch was found published");
  }
  const subCohort = draw.subCohortOf(leaf.index, plan.plan.day, plan.cohort(cohort).sub_cohorts);
  const context = plan.context(cohort, subCohort, place.committeeDigest);
  return Object.freeze({ plan, place, subCohort, layout: plan.layout(cohort), context });
}

/**
 * The journal's lines that fix this day for this home, its upload apart.
 * @param {DonorDay} day
 * @returns {readonly Entry[]}
 */
function dayEntries({ plan, place, context }) {
  return [
    plan.entry,
    { key: journalKey("context", plan.plan.day), value: context },
    plan.committeeEntry(place.cohort, place.committeeDigest),
  ];
}

/**
 * What a home brings to a day: `agreements` of its ticket, and `home`, its view of today.
 * @typedef {Readonly<{
 *   secrets: TicketSecrets, agreements: Agreements, home: HomeView, journal: Journal, randomBytes: RandomBytes,
 * }>} DonorStanding
 */

/** An upload, which is sent once its lines are in the journal. */
class Submission extends Withheld {
  /**
   * The upload as it travels, by the journal as it was read after the entries were written.
   *
   * Fails as `Withheld.release` does; Refused "day-signed-before" also if the receipt has come meanwhile.
   * @override
   * @param {Journal} journal
   */
  release(journal) {
    checkNotReceived(journal, dayOf(this.lines[0].key));
    return super.release(journal);
  }
}

/**
 * The day's upload with these counts; the journalled one, if the day was submitted before.
 *
 * Without counts the upload carries noise alone. Refused "too-late" after the window; "wrong-day" or "foreign-plan"
 * where a reset or another epoch came meanwhile; "not-a-member" for other secrets than the leaf's; "told-before" or
 * "day-signed-before" where the journal says otherwise, or says that the upload was received or is erased by now.
 * RangeError for counts above their caps.
 * @param {DonorDay} day
 * @param {readonly Counts[]} counts
 * @param {DonorStanding} standing
 */
export async function submit(day, counts, { secrets, agreements, home, journal, randomBytes }) {
  const { plan } = day.plan;
  day.plan.checkToday(home);
  if (home.today > plan.latest_close) throw new Refused("too-late", `the window of ${plan.day} is over`);
  checkOwn(day.place.leaf, secrets);
  checkNotReceived(journal, plan.day);
  const before = sentBefore(plan.day, journal);
  journal.added(dayEntries(day)); // Nothing is encrypted for a plan that the journal contradicts.
  const sent = before ?? (await made(day, counts, { secrets, agreements, randomBytes }));
  const lines = [...dayEntries(day), ...sent];
  return new Submission(sent[1].value, lines, journal.added(lines));
}

/**
 * The lines of an upload that was made before, its digest and the upload itself; null if there was none.
 * @param {string} day
 * @param {Journal} journal
 * @returns {readonly [Entry, Entry] | null}
 */
function sentBefore(day, journal) {
  const [sentKey, uploadKey] = [journalKey("sent", day), journalKey("upload", day)];
  const [name, upload] = [journal.get(sentKey), journal.get(uploadKey)];
  if (name === null) return null;
  if (upload === null) throw new Refused("day-signed-before", `${day} was submitted before`);
  return [
    { key: sentKey, value: name },
    { key: uploadKey, value: upload },
  ];
}

/**
 * The same lines for a new upload with these counts.
 * @param {DonorDay} day
 * @param {readonly Counts[]} counts
 * @param {Pick<DonorStanding, "secrets" | "agreements" | "randomBytes">} standing
 * @returns {Promise<readonly [Entry, Entry]>}
 */
async function made(day, counts, { secrets, agreements, randomBytes }) {
  const vector = day.layout.fill(counts);
  addNoise(vector, day.layout.drawNoise(randomBytes));
  const seed = new MaskSeed(randomBytes(KEY_SIZE));
  const nonce = randomBytes(NONCE_SIZE);
  const { upload, digest } = await masked(day, vector, seed, nonce, secrets, agreements);
  const dataDay = day.plan.plan.day;
  return [
    { key: journalKey("sent", dataDay), value: concatBytes(nonce, digest) },
    { key: journalKey("upload", dataDay), value: upload },
  ];
}

/**
 * @param {Journal} journal
 * @param {string} day
 */
function checkNotReceived(journal, day) {
  if (journal.receipt(day) !== null) {
    throw new Refused("day-signed-before", `the server has confirmed an upload of ${day}`);
  }
}

/**
 * The server's receipt for this home's upload of a day, the lines to be journalled for ever, and the key of the line
 * that is erased in the same transaction.
 *
 * It may name another nonce than the one that was sent: the server keeps the first upload of a home that was restored.
 * The home then holds the server to that one. Whatever it names, nothing more is sent for the day. Refused
 * "bad-signature"; "not-a-member" for another leaf or context; "day-signed-before" where an earlier receipt says
 * something else.
 * @param {Signed} signed
 * @param {DonorDay} day
 * @param {Uint8Array} onlineKey
 * @param {Journal} journal
 */
export async function openReceipt(signed, day, onlineKey, journal) {
  const { plan } = day.plan;
  const receipt = await opened(signed, "upload-receipt", onlineKey);
  const isOwn = receipt.context === toHex(day.context) && receipt.leaf === day.place.leaf.index;
  if (!isOwn || receipt.server !== plan.server) {
    throw new Refused("not-a-member", "the receipt is not for this home's upload of the day");
  }
  const received = receiptEntry(plan.day, receipt.leaf, fromHex(receipt.nonce));
  const entries = Object.freeze(journal.added([...dayEntries(day), received]));
  return Object.freeze({ receipt, entries, erased: journalKey("upload", plan.day) });
}

/**
 * @param {Int32Array} vector
 * @param {Int32Array} noise
 */
function addNoise(vector, noise) {
  for (let at = 0; at < vector.length; at += 1) vector[at] += noise[at];
}

/**
 * The upload of a vector, its noise included, and its digest.
 * @param {DonorDay} day
 * @param {Int32Array} vector
 * @param {MaskSeed} seed
 * @param {Uint8Array} nonce
 * @param {TicketSecrets} secrets
 * @param {Agreements} agreements
 */
async function masked(day, vector, seed, nonce, secrets, agreements) {
  const { context, place } = day;
  const ciphertext = mask(vector, seed, context);
  checkOpens(ciphertext, seed, context, vector);
  const size = day.plan.tree.committee;
  const hidden = shareKey(seed.secret(), seed.polynomialKey(), size);
  const [streams, leaf] = [new Streams(context, size.columns), place.leaf.encoded];
  for (const [at, shared] of (await agreedWith(agreements, place)).entries()) {
    const row = hidden.subarray(at * size.columns, (at + 1) * size.columns);
    addTo(row, streams.of(shared, at + 1, leaf, nonce));
  }
  return writeUpload(context, place.leaf.index, nonce, ciphertext, hidden, (said) => secrets.sign(said));
}

/**
 * @param {Agreements} agreements
 * @param {Place} place
 */
async function agreedWith(agreements, { committee }) {
  try {
    return await agreements.with(committee.map(({ exchange }) => exchange));
  } catch (error) {
    if (!(error instanceof WeakKey)) throw error;
    throw new Refused("weak-key", "a member's key is of low order");
  }
}

/**
 * Read the upload as the server will read the sum: a garbled one would cost the cohort its day.
 * @param {Uint32Array} ciphertext
 * @param {MaskSeed} seed
 * @param {Uint8Array} context
 * @param {Int32Array} vector
 */
function checkOpens(ciphertext, seed, context, vector) {
  const { numbers, padding } = readSum(ciphertext, seed.secret(), context, vector.length, RANGE / 2);
  if (!numbers.every((number, at) => number === vector[at]) || padding.some((number) => number !== 0)) {
    throw new Miscomputed("an upload does not open to its own vector");
  }
}
