// Answers the `cohort` tasks of one check-in, in this order: a reset, tickets, epochs, uploads, lists to certify,
// answers that unlock sums.

import { DonorError } from "../../core/errors.js";
import { FAULTS, ServerProblem } from "../../gateways/server_http/http.js";
import { WeakKey } from "../../protocol/keys.js";
import { Miscomputed } from "../../rounds/cohort/day/donor.js";
import { NotWritten } from "../../rounds/cohort/day/journal.js";
import { opened } from "../../rounds/cohort/signed_messages.js";
import { Refused } from "../../rounds/refusals.js";
import { DayNotReady } from "../contact/contact.js";
import { agreeOn, IN_ADVANCE } from "./agreements.js";
import { CohortContact, NoPlace } from "./contact.js";
import { findHomePlace, unshown } from "./epochs.js";
import { readAndCompare } from "./log_comparison.js";
import { countVouched, noteAsked, noteLeftOut } from "./public_log.js";
import { answerForList, certifyList, exchangeKeys, leavesOf } from "./service.js";
import { leftOut, noteReset, sendTicket, toSend } from "./tickets.js";
import { unconfirmed, uploadDay } from "./uploads.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../protocol/messages.js").CheckInAnswer} CheckInAnswer */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").UploadTask} UploadTask */
/** @typedef {import("../../protocol/messages.js").CertifyTask} CertifyTask */
/** @typedef {import("../../protocol/messages.js").OpenTask} OpenTask */
/** @typedef {UploadTask | CertifyTask | OpenTask} DayTask */

/** How many failed requests in a row end the contact. A single one may just be too large for a slow line. */
const MOST_FAULTS = 2;

/**
 * Return the data days of the uploads that the server asks for. A task whose plan is not signed by this key is left
 * out.
 * @param {CheckInAnswer} answer
 * @param {Uint8Array} onlineKey
 */
export async function uploadDays({ tasks }, onlineKey) {
  const days = tasks.map((task) => (task.kind === "upload" ? dayOf(task.plan, onlineKey) : null));
  return new Set((await Promise.all(days)).filter((day) => day !== null));
}

/**
 * Do what the tasks ask for, or log why not. A task that is refused does not keep the home from the others. If the
 * server's public log is refused, the home does none of them.
 * @param {Contact} shared
 * @param {CheckInAnswer} answer
 * @param {ReadonlyMap<string | number, Signed>} published epochs as fetched without token, by number
 * @throws {DonorError} if a request failed on its way, so that the contact is repeated soon
 */
export async function answerTasks(shared, { tasks, reset, log: shown }, published) {
  const log = await readAndCompare(shared, shown).catch((error) => refuseAll(shared, error));
  if (log === null) return;
  const contact = new CohortContact(
    shared,
    /** @type {ReadonlyMap<number, Signed>} */ (published),
    log,
    await countVouched(shared, log, shown),
  );
  if (reset !== null) await attempt(contact, null, () => noteReset(contact, reset));
  await attempt(contact, null, () => tellLeftOut(contact, false));
  const ofDays = tasks.flatMap((task) => (isOfDay(task) ? [task] : []));
  const asked = tasks.flatMap((task) => (task.kind === "ticket" ? [task.epoch] : []));
  try {
    for (const epoch of await contact.store.read((home) => toSend(home, asked))) {
      await attempt(contact, null, () => sendTicket(contact, epoch));
    }
  } finally {
    // Also where the server takes no more requests: a lying one could end each contact here.
    await tellLeftOut(contact, true).catch((error) => refuseAll(shared, error));
    await contact.store.write((home) => noteAsked(home, log, contact.today));
  }
  await settleEpochs(contact, ofDays, asked);
  for (const { day, task } of await inOrder(contact, ofDays)) {
    // After a failed request no further upload is tried: on a slow line, uploads must not keep the home from its
    // service.
    const isLeftOut = task.kind === "upload" && contact.failures.first !== null;
    if (!isLeftOut) await attempt(contact, day, () => doTask(contact, task));
  }
  await sendAgain(contact, ofDays);
  await attempt(contact, null, () => agreeInAdvance(contact));
  // The contact was incomplete. As it ends with an error, it is repeated soon.
  if (contact.failures.first !== null) throw contact.failures.first;
}

/**
 * Log that the server's public log is refused.
 * @param {Contact} shared
 * @param {unknown} error
 * @returns {Promise<null>}
 */
async function refuseAll({ installation, report }, error) {
  if (!(error instanceof Refused || error instanceof ServerProblem)) throw error;
  await installation.store.write((home) => report.refuse(home, null, error.reason, { detail: error.detail }));
  return null;
}

/**
 * Refuse once, and tell the donor, if the server left the home out of the newest tree.
 * @param {CohortContact} contact
 * @param {boolean} sent whether tickets were sent in this contact
 * @throws {Refused} "left-out"
 */
async function tellLeftOut({ store, log }, sent) {
  if (await store.write((home) => noteLeftOut(home, log, sent)))
    throw leftOut(log.epochs[log.epochs.length - 1].number);
}

/**
 * Return whether a task is about a data day of `cohort`.
 * @param {import("../../protocol/messages.js").Task} task
 * @returns {task is DayTask}
 */
function isOfDay(task) {
  return task.kind === "upload" || task.kind === "certify" || task.kind === "open";
}

/**
 * Accept, by rising number, the epochs of tasks, and those that the home was promised a place in and has missed.
 *
 * In another order an honest server would seem to lie. A computer that was off for a week has missed the tree with its
 * ticket: the next tree, seen first, would seem to pass that ticket over.
 * @param {CohortContact} contact
 * @param {readonly DayTask[]} tasks
 * @param {readonly number[]} asked the epochs for which the server asks for tickets: the trees of all before them are
 *   made
 */
async function settleEpochs(contact, tasks, asked) {
  /** @type {Map<number, Signed>} */
  const named = new Map();
  for (const { epoch } of tasks) {
    const number = await numberOf(epoch, contact.onlineKey);
    if (number !== null) named.set(number, epoch);
  }
  const highest = Math.max(-1, ...named.keys(), ...asked);
  const missed = (await contact.store.read(unshown)).filter((number) => number < highest && !named.has(number));
  for (const number of [...missed, ...named.keys()].sort((one, other) => one - other)) {
    const known = named.get(number);
    // If the home refuses an epoch that a task names, it reports that when it comes to the task.
    if (known !== undefined) await attempt(contact, null, () => findHomePlace(contact, known).catch(unlessRefused));
    else await attempt(contact, null, () => holdMissed(contact, number));
  }
}

/**
 * Fetch an epoch that the home has missed, and find the home's place in it.
 * @param {CohortContact} contact
 * @param {number} number
 */
async function holdMissed(contact, number) {
  // A nightly run has just made the tree: the next answer has its line.
  if (!contact.log.epochs.some((logged) => logged.number === number)) return;
  const signed = await contact.server.epoch(number).catch((error) => {
    if (error instanceof ServerProblem) return null;
    throw error;
  });
  // If the server has no such epoch (any more), go on: if a later epoch passed the ticket over, `acceptEpoch` refuses
  // that.
  if (signed !== null) await findHomePlace(contact, signed);
}

/**
 * Ignore an error that the tasks themselves will meet again; throw any other.
 * @param {unknown} error
 */
function unlessRefused(error) {
  const isExpected = error instanceof Refused || error instanceof ServerProblem || error instanceof NoPlace;
  if (!isExpected) throw error;
}

/**
 * Return the tasks in the order in which they are done: uploads by rising day, then lists to certify, then sums to
 * answer for. Each comes with its data day, null if its plan is not signed.
 *
 * A task that comes twice in one answer is done once, as it came first. So a server can't make a home work without end.
 * @param {CohortContact} contact
 * @param {readonly DayTask[]} tasks
 */
async function inOrder({ onlineKey }, tasks) {
  const found = await Promise.all(tasks.map(async (task) => ({ task, day: await dayOf(task.plan, onlineKey) })));
  const kinds = ["upload", "certify", "open"];
  const parts = new Set();
  const first = found.filter((one) => !parts.has(partOf(one)) && parts.add(partOf(one)));
  return first.sort(
    (one, other) =>
      kinds.indexOf(one.task.kind) - kinds.indexOf(other.task.kind) || ((one.day ?? "") < (other.day ?? "") ? -1 : 1),
  );
}

/**
 * Return a name of what a task is about: the home's upload of a day, or a (sub-)cohort's list or sum. All tasks of a
 * kind whose plan is not signed get the same name.
 * @param {{task: DayTask, day: string | null}} one
 */
function partOf({ task, day }) {
  const part = task.kind === "upload" || day === null ? [] : [task.cohort, task.sub_cohort];
  return [task.kind, day, ...part].join("/");
}

/**
 * Do one task.
 * @param {CohortContact} contact
 * @param {DayTask} task
 */
function doTask(contact, task) {
  if (task.kind === "upload") return uploadDay(contact, task);
  return task.kind === "certify" ? certifyList(contact, task) : answerForList(contact, task);
}

/**
 * Send uploads without a receipt again, even if the server does not ask for them (`unconfirmed` says why).
 * @param {CohortContact} contact
 * @param {readonly DayTask[]} tasks
 */
async function sendAgain(contact, tasks) {
  const asked = await Promise.all(
    tasks.map((task) => (task.kind === "upload" ? dayOf(task.plan, contact.onlineKey) : null)),
  );
  for (const { day, ...texts } of await contact.store.read(unconfirmed)) {
    const isDue = !asked.includes(day) && contact.failures.first === null;
    if (isDue) await attempt(contact, day, () => uploadDay(contact, texts), ["bad-signature"]);
  }
}

/**
 * Make key agreements with the leaves for which this home will have to answer, some in each contact.
 * @param {CohortContact} contact
 */
async function agreeInAdvance(contact) {
  const epochs = await contact.store.read((home) => home.cohort.epochs());
  const next = epochs.find(
    ({ number, duties, isReady }) => duties.length > 0 && !isReady && contact.homePlaces.has(number),
  );
  const homePlace = next && contact.homePlaces.get(next.number);
  if (!next || !homePlace) return;
  try {
    let isReady = true;
    for (const { cohort } of next.duties) {
      const keys = exchangeKeys(await leavesOf(contact, homePlace, cohort));
      isReady = isReady && (await agreeOn(contact, homePlace, keys, IN_ADVANCE));
    }
    if (isReady) await contact.store.write((home) => home.cohort.noteReady(next.number));
  } catch (error) {
    // Certifying or answering meets the same error again, and reports it then.
    if (!(error instanceof Refused || error instanceof ServerProblem || error instanceof WeakKey)) throw error;
  }
}

/**
 * Do one thing of a contact, or log why not. It is not tried once the server has said that it had too many requests.
 * @param {CohortContact} contact
 * @param {string | null} day the data day that it is about, if any
 * @param {() => Promise<unknown>} act
 * @param {readonly string[]} [untold] reasons of refusals that are not logged, as they mean nothing to the donor
 * @throws {DonorError} if MOST_FAULTS requests in a row have failed on their way
 */
async function attempt(contact, day, act, untold = []) {
  const { report, store, failures } = contact;
  if (contact.isTooMuch) return;
  try {
    await act();
    failures.inRow = 0;
  } catch (error) {
    if (isFault(error)) {
      failures.first ??= error;
      failures.inRow += 1;
      if (failures.inRow >= MOST_FAULTS) throw error;
      return;
    }
    failures.inRow = 0;
    // NotWritten: another page has erased lines of the journal meanwhile. Nothing is sent, and the next contact tries
    // again.
    if (error instanceof NoPlace || error instanceof NotWritten) return;
    if (error instanceof DayNotReady) {
      if (day !== null && (await store.read((home) => isOpen(home, day)))) report.addWaiting(day);
    } else if (error instanceof Refused || error instanceof ServerProblem) {
      if (untold.includes(error.reason)) return;
      if (error.reason === "rate-limited") {
        // Nothing is wrong with the day, so this does not go to the log. The contact is repeated later.
        contact.isTooMuch = true;
        report.addRefused(day, error.reason);
        return;
      }
      await store.write((home) => report.refuse(home, day, error.reason, { detail: error.detail }));
    } else if (error instanceof Miscomputed) {
      await store.write((home) => report.refuse(home, day, "miscomputed", { detail: error.message }));
    } else throw error;
  }
}

/**
 * Return whether a request failed on its way to the server or back. The next one may succeed.
 * @param {unknown} error
 * @returns {error is DonorError}
 */
function isFault(error) {
  return error instanceof DonorError && !(error instanceof ServerProblem) && Object.hasOwn(FAULTS, error.code);
}

/**
 * Return whether a waiting day waits for the donor's review.
 * @param {import("../../gateways/home_store/home.js").Home} home
 * @param {string} day
 */
async function isOpen(home, day) {
  const isUndecided = (await home.days.decided(day)) === null && (await home.sendingOf())(day) === "review";
  return isUndecided && (await home.agreed()).size > 0;
}

/**
 * Return the data day of a plan; null if the key has not signed it.
 * @param {Signed} plan
 * @param {Uint8Array} onlineKey
 */
function dayOf(plan, onlineKey) {
  return opened(plan, "cohort-plan", onlineKey).then(
    ({ day }) => day,
    (error) => nullIfRefused(error),
  );
}

/**
 * Return the number of an epoch; null if the key has not signed it.
 * @param {Signed} epoch
 * @param {Uint8Array} onlineKey
 */
function numberOf(epoch, onlineKey) {
  return opened(epoch, "epoch", onlineKey).then(
    ({ number }) => number,
    (error) => nullIfRefused(error),
  );
}

/** @param {unknown} error @returns {null} */
function nullIfRefused(error) {
  if (!(error instanceof Refused)) throw error;
  return null;
}
