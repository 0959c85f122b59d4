// A home's tickets: one for the next epoch, and just after joining one for the current epoch.

import { placedIn } from "../../core/committee_duty.js";
import { MOST_SPARE } from "../../core/constants.js";
import { secretsOf } from "../../gateways/home_store/cohort_store.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { encoded } from "../../gateways/server_http/server_http.js";
import { fromHex, toHex } from "../../protocol/encoding.js";
import { acceptReset, openReceipt } from "../../rounds/cohort/epoch/acceptance.js";
import { makeTicket, TicketSecrets, ticketDigest } from "../../rounds/cohort/epoch/tickets.js";
import { Refused } from "../../rounds/refusals.js";
import { resetIn } from "./contact.js";
import { canBeAppended } from "./public_log.js";

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/**
 * Write down that the server was restored from a backup.
 *
 * The restored server may have lost tickets. So receipts for trees that were not shown no longer count: their tickets
 * are erased, and new ones are sent when the server asks. Uploads of earlier days are erased, too: the server gave
 * these days up, and the home would refuse to send them at each contact.
 * @param {CohortContact} contact
 * @param {Signed} signed the reset
 * @throws {Refused} as `acceptReset` does
 */
export async function noteReset({ store, identity, onlineKey, today }, signed) {
  const known = await store.read(resetIn);
  const reset = await acceptReset(signed, { server: identity, onlineKey, today, known });
  if (reset.number === known?.number) return;
  await store.write(async (home) => {
    home.setFact("reset", JSON.stringify(reset));
    const names = new Set(placedIn(await home.cohort.epochs()).map(({ ticket }) => ticket));
    for (const { ticket } of await home.cohort.tickets()) if (!names.has(ticket)) home.cohort.eraseTicket(ticket);
    for (const { day } of await home.cohort.plans()) if (day < reset.day) home.cohort.eraseUpload(day);
  });
}

/**
 * Return the epochs to send a ticket for, rising: those that the server asks for, and those whose receipt has not come.
 *
 * Epochs with a confirmed ticket are left out, as a home has only one leaf in an epoch. So are the last epoch in which
 * it found its place, and all before it.
 * @param {Home} home
 * @param {readonly number[]} asked
 */
export async function toSend({ cohort }, asked) {
  const [epochs, tickets] = [await cohort.epochs(), await cohort.tickets()];
  const last = placedIn(epochs).at(-1)?.number ?? -1;
  const confirmed = new Set(tickets.filter(({ receipt }) => receipt !== null).map(({ wanted }) => wanted));
  const unconfirmed = tickets.filter(({ receipt }) => receipt === null).map(({ wanted }) => wanted);
  const wanted = new Set([...unconfirmed, ...asked.filter((epoch) => !confirmed.has(epoch))]);
  return [...wanted].filter((epoch) => epoch > last).sort((one, other) => one - other);
}

/**
 * Send the ticket for an epoch, and keep its receipt. If it was sent before, the same ticket is sent again.
 * @param {CohortContact} contact
 * @param {number} epoch
 * @throws {Refused} "too-soon" if the home has too many tickets already; else as `confirmed` does
 */
export async function sendTicket(contact, epoch) {
  const { store, server, token, identity, secrets, report } = contact;
  const ticket = await ticketOf(contact, epoch);
  const made = await makeTicket(secretsOf(ticket), secrets, identity);
  const message = {
    exchange: toHex(made.exchange),
    signing: toHex(made.signing),
    signature: toHex(made.signature),
  };
  const size = encoded(message).length;
  await store.write((home) => report.log(home, "ticket", null, size));
  const signed = await orErased(contact, ticket, server.sendTicket(token, epoch, message));
  const receipt = await confirmed(contact, ticket, signed);
  await store.write((home) => home.cohort.keepTicket({ ...ticket, receipt, signed }));
  report.addSent(contact.today, "ticket", size);
}

/**
 * Return the ticket for an epoch; make one if the home has none yet.
 *
 * A new ticket is stored before it is returned: a second ticket for the same epoch would leave a leaf without keys in
 * the tree.
 * @param {CohortContact} contact
 * @param {number} epoch
 * @returns {Promise<Ticket>}
 * @throws {Refused} "too-soon" if the home has too many tickets already; "left-out" as `canBeAppended`
 */
async function ticketOf({ store, secrets: own, randomBytes, identity, today, log }, epoch) {
  const secrets = await TicketSecrets.generate(randomBytes);
  const digest = ticketDigest(await makeTicket(secrets, own, identity), identity);
  const isNew = !(await store.read((home) => home.cohort.tickets())).some(({ wanted }) => wanted === epoch);
  if (isNew && !(await store.read((home) => canBeAppended(home, log, epoch)))) throw leftOut(epoch);
  return store.write(async (home) => {
    const [tickets, epochs] = [await home.cohort.tickets(), await home.cohort.epochs()];
    const homePlace = tickets.find(({ wanted }) => wanted === epoch);
    if (homePlace !== undefined) return homePlace;
    const names = new Set(placedIn(epochs).map(({ ticket }) => ticket));
    if (tickets.filter(({ ticket }) => !names.has(ticket)).length >= MOST_SPARE) {
      throw new Refused("too-soon", `this home has ${MOST_SPARE} tickets for trees that it was not shown`);
    }
    const fresh = {
      ticket: toHex(digest),
      wanted: epoch,
      made: today,
      keys: secrets.kept,
      receipt: null,
      signed: null,
    };
    home.cohort.keepTicket(fresh);
    return fresh;
  });
}

/** @param {number} epoch */
export function leftOut(epoch) {
  return new Refused("left-out", `the server took no ticket before the tree of epoch ${epoch}`);
}

/**
 * Wait for the answer to a ticket and return it. A ticket that came too late for its tree is of no use, and erased.
 * @template Answer
 * @param {CohortContact} contact
 * @param {Ticket} ticket
 * @param {Promise<Answer>} sending
 */
async function orErased({ store }, { ticket }, sending) {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof ServerProblem && error.reason === "too-late") {
      await store.write((home) => home.cohort.eraseTicket(ticket));
    }
    throw error;
  }
}

/**
 * Check a ticket's receipt and return it.
 * @param {CohortContact} contact
 * @param {Ticket} ticket
 * @param {Signed} signed the receipt
 * @throws {Refused} as `openReceipt` does; "foreign-epoch" if it is for another epoch than the ticket;
 *   "not-logged" if it appends the home to a tree that is not in the log
 */
async function confirmed({ store, identity, onlineKey, log }, { ticket, wanted }, signed) {
  const { epochs, reset } = await store.read(async (home) => ({
    epochs: await home.cohort.epochs(),
    reset: await resetIn(home),
  }));
  const known = placedIn(epochs).at(-1) ?? null;
  // The home has one ticket for each epoch, so no other ticket was promised a place in this one.
  const own = { server: identity, onlineKey, ticket: fromHex(ticket), known, promised: null, reset };
  const receipt = await openReceipt(signed, own);
  if (receipt.epoch !== wanted) {
    throw new Refused("foreign-epoch", `the receipt is for epoch ${receipt.epoch}, not ${wanted}`);
  }
  if (receipt.index !== null && !log.epochs.some(({ number }) => number === receipt.epoch)) {
    throw new Refused("not-logged", `the receipt is for a tree that is not in the log, of epoch ${receipt.epoch}`);
  }
  return receipt;
}
