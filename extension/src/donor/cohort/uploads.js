// A home's own upload of a data day, and the rule for when it is sent.
//
// The time of a message must not tell whether it holds counts or zeros. So neither the donor's decision about a day
// nor its counts change when the day's message is sent. Only the chosen way of sending does (`goesOut` in
// core/committee_duty.js):
//
// - "review": at the first contact on or after the plan's earliest close, approved or not. That is the last contact
//   that is sure to be in time.
// - "by-itself": at the first contact after the data day. If these donors waited as well, the time would not tell which
//   way a donor chose. But then a donor who is away on the day of the earliest close would lose the data day.
//
// If too few witnesses vouch for the day's epoch, every home waits up to two days longer (`noiseAloneFrom` there). Then it
// sends noise alone.
//
// A home without anything to give, or without any consent, sends noise alone at the same time. What counting takes is
// hidden (`gateways/hold.js`).

import { goesOut, noiseAloneFrom } from "../../core/committee_duty.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { plusDays } from "../../protocol/days.js";
import { toHex } from "../../protocol/encoding.js";
import { delayOf } from "../../protocol/terms.js";
import * as donor from "../../rounds/cohort/day/donor.js";
import { journalKey } from "../../rounds/cohort/day/journal.js";
import { Refused } from "../../rounds/refusals.js";
import { DayNotReady } from "../contact/contact.js";
import { keepLocked, lockDonation, lockedBytes } from "../contact/lock_donation.js";
import { findHomePlace } from "./epochs.js";

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("./contact.js").HomePlace} HomePlace */
/** @typedef {import("../../core/donation/consent.js").Objection} Objection */
/** @typedef {import("../../rounds/cohort/day/donor.js").DonorDay} DonorDay */
/** @typedef {import("../../rounds/cohort/day/plans.js").CheckedPlan} CheckedPlan */
/** @typedef {import("../../gateways/home_store/journal_store.js").PlanTexts} PlanTexts */

/**
 * Send the day's upload, and keep its receipt. If it was made before, the same bytes are sent again.
 * @param {CohortContact} contact
 * @param {PlanTexts} texts the day's plan and epoch, signed
 * @throws {DayNotReady} before the day on which it is to be sent, while the witnesses may still come to vouch for the
 *   epoch, or while the epoch was not found published yet
 * @throws {Refused} if the plan or the epoch is not as the home accepts it; "day-signed-before" if the day was given
 *   under another protocol, or its upload is erased
 */
export async function uploadDay(contact, texts) {
  const homePlace = await findHomePlace(contact, texts.epoch);
  const checked = await contact.plan(texts.plan, homePlace, true);
  const { day } = checked.plan;
  const { journal, locked } = await contact.store.read(async (home) => ({
    journal: await home.cohort.journal(day),
    locked: await home.days.blinded(day),
  }));
  const wasMade = journal.get(journalKey("sent", day)) !== null;
  if (!wasMade) {
    if (locked !== null) throw new Refused("day-signed-before", `${day} was given under another protocol`);
    await wait(contact, homePlace, checked);
  }
  const published = await contact.publishedEpoch(homePlace);
  if (published === null) throw new DayNotReady();
  const own = donor.openDay(checked, homePlace.place, published);
  const data = await (wasMade ? again(contact, homePlace, own) : made(contact, homePlace, own, texts));
  try {
    await send(contact, own, data);
  } catch (error) {
    if (!(wasMade && error instanceof ServerProblem && error.reason === "too-late")) throw error;
    // The day has ended, with this upload or without it: there is nothing left to send.
    await contact.store.write((home) => home.cohort.eraseUpload(day));
  }
}

/**
 * Note for the donor's calendar when a day's upload goes out, and check that it is to be sent today.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {CheckedPlan} checked
 * @throws {DayNotReady} if it is to be sent later, or waits for the server's witnesses
 */
async function wait(contact, homePlace, { plan: { day, earliest_close: closes, latest_close: ends, layout } }) {
  const { store, today, info } = contact;
  const sending = await store.read(async (home) => (await home.sendingOf())(day));
  // The plan alone decides: a home that has joined no weekly campaign sends at the same time as the others.
  const delay = delayOf(
    layout.map(({ terms }) => terms),
    info.delay,
  );
  const weeks = layout.flatMap(({ campaign, repeats }) => (repeats ? [[campaign, repeats]] : []));
  const leaves = goesOut(day, "review", delay, closes);
  const sent = goesOut(day, sending, delay, closes);
  const isUnwitnessed = sent <= today && today < noiseAloneFrom(sent, ends) && !contact.isVouched(homePlace);
  // Until `leaves` the server surely takes the day: the calendar shows it as waiting, also if its receipt was lost. A day
  // that waits for the witnesses can go out tomorrow at the earliest, and the donor can decide until then.
  const shown = isUnwitnessed && leaves <= today ? plusDays(today, 1) : leaves;
  await store.write((home) => home.cohort.wait(day, shown, Object.fromEntries(weeks)));
  if (today < sent || isUnwitnessed) throw new DayNotReady();
}

/**
 * Make a new upload and return its bytes. Counts, charge, journal and upload are written in one transaction.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {DonorDay} own
 * @param {PlanTexts} texts
 */
async function made(contact, homePlace, own, texts) {
  const { store, randomBytes } = contact;
  const { ticket, secrets, agreements } = homePlace;
  const [{ plan }, home] = [own.plan, await contact.view(homePlace, true)];
  const known = agreements.kept.length;
  /** @param {import("../../core/donation/prepare_donation.js").Donation} donation */
  const make = async ({ given }) => {
    const journal = await store.read((kept) => kept.cohort.journal(plan.day));
    return donor.submit(own, given, { secrets, agreements, home, journal, randomBytes });
  };
  const submission = await lockDonation(
    contact.shared,
    plan,
    make,
    async (kept, donation, { lines }) => {
      // The upload's bytes are in the journal of `cohort`. This row only says that the day is locked.
      const blinded = { day: plan.day, context: toHex(own.context), data: null, sent: false };
      await kept.cohort.say(lines);
      await keepLocked(contact.shared, kept, donation, blinded, sizeOf(lines));
      kept.cohort.keepPlan(plan.day, texts);
      if (agreements.kept.length > known) kept.cohort.keepAgreements(ticket.ticket, agreements.kept);
    },
    closed(contact, homePlace, own),
  );
  return submission.release(await store.read((kept) => kept.cohort.journal(plan.day)));
}

/**
 * Return the campaigns that get noise alone, whatever the donor decided, and why.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {DonorDay} own
 * @returns {ReadonlyMap<string, Objection>}
 */
function closed(contact, homePlace, { layout: { blocks } }) {
  if (!contact.isVouched(homePlace)) return new Map(blocks.map(({ campaign }) => [campaign, "unwitnessed"]));
  return new Map(blocks.flatMap(({ campaign, included }) => (included ? [] : [[campaign, "cohort-too-small"]])));
}

/**
 * Return the size of the upload among some entries of the journal, in bytes; 0 if no entry is an upload.
 * @param {readonly import("../../rounds/cohort/day/journal.js").Entry[]} lines
 */
function sizeOf(lines) {
  return lines.find(({ key }) => key.startsWith("upload/"))?.value.length ?? 0;
}

/**
 * Return the bytes of an upload that was made before.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {DonorDay} own
 * @throws {Refused} if the server has confirmed it, or it is erased
 */
async function again(contact, homePlace, own) {
  const journal = await contact.store.read((kept) => kept.cohort.journal(own.plan.plan.day));
  const home = await contact.view(homePlace, true);
  const { secrets, agreements } = homePlace;
  const { randomBytes } = contact;
  const submission = await donor.submit(own, [], { secrets, agreements, home, journal, randomBytes });
  return lockedBytes(contact.shared, own.plan.plan.day, submission.release(journal));
}

/**
 * Send an upload and check its receipt. Once that has come, the upload is erased, and nothing more is sent for the day.
 * @param {CohortContact} contact
 * @param {DonorDay} own
 * @param {Uint8Array} data
 */
async function send({ store, server, token, onlineKey, report, shared }, own, data) {
  const { day } = own.plan.plan;
  await shared.installation.hold(server.answered);
  const signed = await server.sendUpload(token, day, toHex(own.context), data);
  const journal = await store.read((home) => home.cohort.journal(day));
  const { entries } = await donor.openReceipt(signed, own, onlineKey, journal);
  await store.write(async (home) => {
    await home.cohort.say(entries);
    home.cohort.eraseUpload(day);
    await home.days.markSent(day);
  });
  report.addSent(day, "upload", data.length);
}

/**
 * Return the signed texts of days whose upload is made and has no receipt: the upload or the receipt was lost.
 *
 * A server that has the upload doesn't ask for it again. But as long as the home has no receipt, the server could
 * leave the upload out of the list.
 * @param {import("../../gateways/home_store/home.js").Home} home
 */
export async function unconfirmed({ cohort }) {
  const found = [];
  for (const texts of await cohort.plans()) {
    const journal = await cohort.journal(texts.day);
    const isMade = journal.get(journalKey("upload", texts.day)) !== null;
    if (isMade && journal.receipt(texts.day) === null) found.push(texts);
  }
  return found;
}
