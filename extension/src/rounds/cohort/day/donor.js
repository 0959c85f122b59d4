// The donor's half of a cohort's day: one masked message (docs/reference/cohort.md, "A day";
// pdd_shared/rounds/cohort/day/donor.py).
//
// Whether it gives counts or zeros cannot be told from the message. A home journals the message, then sends it. If it
// sends again, it sends the same bytes: a server with two different uploads of one day could subtract them.

import { concatBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../../../protocol/encoding.js";
import { WeakKey } from "../../../protocol/keys.js";
import { KEY_SIZE, NONCE_SIZE } from "../../../protocol/sizes.js";
import { Refused } from "../../refusals.js";
import { RANGE } from "../constants.js";
import { isSameEpoch, Published } from "../epoch/acceptance.js";
import { addTo } from "../masking/field.js";
import { MaskSeed, mask, readSum } from "../masking/ring.js";
import { Streams, shareKey } from "../masking/sharing.js";
import { opened } from "../signed_messages.js";
import { dayOf, journalKey, receiptEntry, Withheld } from "./journal.js";
import { checkOwn } from "./plans.js";
import { writeUpload } from "./uploads.js";

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

/** An upload did not decrypt to the vector that went into it. Nothing was sent and nothing was journalled. */
export class Miscomputed extends Error {}

/**
 * A data day as one home takes part in it: the checked plan, its place, its sub-cohort, the layout of its vector, and
 * C.
 * @typedef {Readonly<{
 *   plan: CheckedPlan, place: Place, subCohort: number, layout: CohortLayout, context: Uint8Array,
 * }>} DonorDay
 */

/**
 * Return the data day of a plan as this home takes part in it.
 *
 * Without the comparison that `published` stands for, the server could show this home a tree of donors that it
 * invented. Refused "foreign-plan" if the home's place is in another tree than the plan's; "foreign-epoch" if
 * `published` is about another epoch than the home's.
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
 * Return the journal entries that bind this home to the plan, context and committee; the upload has its own.
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
 * All that a home needs to submit: its ticket's secrets and cached agreements, its view of the server and of today, its
 * journal, and a cryptographic random source.
 * @typedef {Readonly<{
 *   secrets: TicketSecrets, agreements: Agreements, home: HomeView, journal: Journal, randomBytes: RandomBytes,
 * }>} HomeState
 */

/** An upload that may be sent once its entries are in the journal. */
class Submission extends Withheld {
  /**
   * Return the upload's bytes if the journal, read again after the entries were written, allows them to be sent.
   *
   * Throws as `Withheld.release` does, and Refused "day-signed-before" also if the receipt has come in the meantime.
   * @override
   * @param {Journal} journal
   */
  release(journal) {
    checkNotReceived(journal, dayOf(this.lines[0].key));
    return super.release(journal);
  }
}

/**
 * Return the day's upload with these counts, or the journalled upload if the day was submitted before.
 *
 * Without counts the upload carries noise alone. Refused "too-late" after the window; "wrong-day" or "foreign-plan" if
 * a reset or another epoch came since the plan was opened; "not-a-member" if the secrets are not those of the leaf;
 * "told-before" or "day-signed-before" if the journal has another plan, context or committee, has the receipt, or no
 * longer has the bytes of an upload that was sent. RangeError for counts above their caps.
 * @param {DonorDay} day
 * @param {readonly Counts[]} counts
 * @param {HomeState} own
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
 * Return the journal entries of an upload that was made before, its digest and its bytes; null if there was none.
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
 * Make an upload with these counts, and return its two journal entries, as `sentBefore` does for an earlier one.
 * @param {DonorDay} day
 * @param {readonly Counts[]} counts
 * @param {Pick<HomeState, "secrets" | "agreements" | "randomBytes">} own
 * @returns {Promise<readonly [Entry, Entry]>}
 */
async function made(day, counts, { secrets, agreements, randomBytes }) {
  const vector = day.layout.rounded(day.layout.fill(counts), randomBytes);
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
 * Check the server's receipt for this home's upload of a day. Return it with the entries to be journalled for ever, and
 * the key of the entry that is erased in the same transaction.
 *
 * A receipt may name another nonce than the one that was sent, because the server keeps the first upload of a home that
 * was restored from a backup. The home then holds the server to that upload. Whichever nonce it names, nothing more is
 * sent for the day. Refused "bad-signature"; "not-a-member" if it is for another server, leaf or context;
 * "day-signed-before" or "told-before" if the journal contradicts it, as an earlier receipt for another nonce does.
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
 * Mask a vector that has its noise, share the mask's key, and return the upload and its digest.
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
 * Throw Miscomputed unless the upload decrypts to its vector. One garbled upload would cost the cohort its day.
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
