// The `cohort` tasks of one check-in, in their order: resets, tickets, epochs, uploads, certifying, opening.

import { DonorError } from "../../core/errors.js";
import { FAULTS, ServerProblem } from "../../gateways/server_http/http.js";
import { WeakKey } from "../../protocol/keys.js";
import { Miscomputed } from "../../rounds/cohort/day/donor.js";
import { NotWritten } from "../../rounds/cohort/day/journal.js";
import { opened } from "../../rounds/cohort/signed_messages.js";
import { Refused } from "../../rounds/refusals.js";
import { Waits } from "../contact/contact.js";
import { agreeOn, IN_ADVANCE } from "./agreements.js";
import { CohortContact, NotOurs } from "./contact.js";
import { hold, unshown } from "./epochs.js";
import { answerForList, certifyList, exchangeKeys, leavesOf } from "./service.js";
import { noteReset, sendTicket, toSend } from "./tickets.js";
import { unconfirmed, uploadDay } from "./uploads.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../protocol/messages.js").CheckInAnswer} CheckInAnswer */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").UploadTask} UploadTask */
/** @typedef {import("../../protocol/messages.js").CertifyTask} CertifyTask */
/** @typedef {import("../../protocol/messages.js").OpenTask} OpenTask */
/** @typedef {UploadTask | CertifyTask | OpenTask} DayTask */

/** Requests that may fail one after the other before the contact is given up: one may be too large for a slow line. */
const MOST_FAULTS = 2;

/**
 * The data days of the uploads that are asked for, as far as their plans are signed by this key.
 * @param {CheckInAnswer} answer
 * @param {Uint8Array} onlineKey
 */
export async function uploadDays({ tasks }, onlineKey) {
  const days = tasks.map((task) => (task.kind === "upload" ? dayOf(task.plan, onlineKey) : null));
  return new Set((await Promise.all(days)).filter((day) => day !== null));
}

/**
 * Do what the tasks ask for, or log why not. What one is refused for costs no other.
 * @param {Contact} shared
 * @param {CheckInAnswer} answer
 * @param {ReadonlyMap<string | number, Signed>} published epochs as fetched without token, by number
 */
export async function answerTasks(shared, { tasks, reset }, published) {
  const contact = new CohortContact(shared, /** @type {ReadonlyMap<number, Signed>} */ (published));
  if (reset !== null) await attempt(contact, null, () => noteReset(contact, reset));
  const ofDays = tasks.flatMap((task) => (isOfDay(task) ? [task] : []));
  const asked = tasks.flatMap((task) => (task.kind === "ticket" ? [task.epoch] : []));
  for (const epoch of await contact.store.read((home) => toSend(home, asked))) {
    await attempt(contact, null, () => sendTicket(contact, epoch));
  }
  await settleEpochs(contact, ofDays, asked);
  for (const { day, task } of await inOrder(contact, ofDays)) {
    // An upload that fails on its way is the contact's last one: a slow line must not cost the home its service.
    const isLeftOut = task.kind === "upload" && contact.failures.first !== null;
    if (!isLeftOut) await attempt(contact, day, () => doTask(contact, task));
  }
  await sendAgain(contact, ofDays);
  await attempt(contact, null, () => agreeInAdvance(contact));
  // The contact was not a full one: it is made again soon.
  if (contact.failures.first !== null) throw contact.failures.first;
}

/**
 * @param {import("../../protocol/messages.js").Task} task
 * @returns {task is DayTask}
 */
function isOfDay(task) {
  return task.kind === "upload" || task.kind === "certify" || task.kind === "open";
}

/**
 * Accept the epochs of tasks, and those of trees that this home is in and was not shown, rising.
 *
 * In another order an honest server would seem to lie: a computer that was off for a week has missed its ticket's tree,
 * and the next one seems to pass that ticket over.
 * @param {CohortContact} contact
 * @param {readonly DayTask[]} tasks
 * @param {readonly number[]} asked epochs for which tickets are asked: those before them are made
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
    // What is refused of an epoch that a task names is told where that task is refused.
    if (known !== undefined) await attempt(contact, null, () => hold(contact, known).catch(unlessRefused));
    else await attempt(contact, null, () => holdMissed(contact, number));
  }
}

/**
 * @param {CohortContact} contact
 * @param {number} number
 */
async function holdMissed(contact, number) {
  const signed = await contact.server.epoch(number).catch((error) => {
    if (error instanceof ServerProblem) return null;
    throw error;
  });
  // There is no such tree, or not any more: the later one is refused if it should be, and says why.
  if (signed !== null) await hold(contact, signed);
}

/** @param {unknown} error */
function unlessRefused(error) {
  const isExpected = error instanceof Refused || error instanceof ServerProblem || error instanceof NotOurs;
  if (!isExpected) throw error;
}

/**
 * Uploads by rising day, then lists to certify, then sums to tell; each with its day, if its plan is signed.
 *
 * What is asked for twice in one answer is done once, as it came first: a server can't make a home work without end.
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
 * What a task is about: a home's upload of a day, or a (sub-)cohort's list or sum. All whose plan is not signed are alike.
 * @param {{task: DayTask, day: string | null}} one
 */
function partOf({ task, day }) {
  const part = task.kind === "upload" || day === null ? [] : [task.cohort, task.sub_cohort];
  return [task.kind, day, ...part].join("/");
}

/**
 * @param {CohortContact} contact
 * @param {DayTask} task
 */
function doTask(contact, task) {
  if (task.kind === "upload") return uploadDay(contact, task);
  return task.kind === "certify" ? certifyList(contact, task) : answerForList(contact, task);
}

/**
 * Send uploads again that have no receipt, whatever the server asks for.
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
 * Agree with the leaves that this home will answer for, some in each contact.
 * @param {CohortContact} contact
 */
async function agreeInAdvance(contact) {
  const epochs = await contact.store.read((home) => home.cohort.epochs());
  const next = epochs.find(({ number, duties, isReady }) => duties.length > 0 && !isReady && contact.held.has(number));
  const held = next && contact.held.get(next.number);
  if (!next || !held) return;
  try {
    let isReady = true;
    for (const { cohort } of next.duties) {
      const keys = exchangeKeys(await leavesOf(contact, held, cohort));
      isReady = isReady && (await agreeOn(contact, held, keys, IN_ADVANCE));
    }
    if (isReady) await contact.store.write((home) => home.cohort.noteReady(next.number));
  } catch (error) {
    // Whoever certifies or answers meets it again, and says so then.
    if (!(error instanceof Refused || error instanceof ServerProblem || error instanceof WeakKey)) throw error;
  }
}

/**
 * Do one thing, or log why not.
 * @param {CohortContact} contact
 * @param {string | null} day
 * @param {() => Promise<unknown>} act
 * @param {readonly string[]} [untold] refusals that mean nothing to anybody
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
    // Where lines are missing, another page erased them meanwhile: nothing is sent, and the next contact looks again.
    if (error instanceof NotOurs || error instanceof NotWritten) return;
    if (error instanceof Waits) {
      if (day !== null && (await store.read((home) => isOpen(home, day)))) report.addWaiting(day);
    } else if (error instanceof Refused || error instanceof ServerProblem) {
      if (untold.includes(error.reason)) return;
      if (error.reason === "rate-limited") {
        // Nothing is wrong with the day. The contact is made again later.
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
 * Whether a request failed on its way, which says nothing of the next one's.
 * @param {unknown} error
 * @returns {error is DonorError}
 */
function isFault(error) {
  return error instanceof DonorError && !(error instanceof ServerProblem) && Object.hasOwn(FAULTS, error.code);
}

/**
 * Whether the donor can look a waiting day through.
 * @param {import("../../gateways/home_store/home.js").Home} home
 * @param {string} day
 */
async function isOpen(home, day) {
  const isUndecided = (await home.days.decided(day)) === null && (await home.sendingOf())(day) === "review";
  return isUndecided && (await home.agreed()).size > 0;
}

/**
 * The data day of a plan; null where the key has not signed it.
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
