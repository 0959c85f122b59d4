// Accepts epochs from a server, and finds the home's place in each.

import { placedIn } from "../../core/committee_duty.js";
import { secretsOf } from "../../gateways/home_store/cohort_store.js";
import { acceptEpoch, isSameEpoch } from "../../rounds/cohort/epoch/acceptance.js";
import { readShown } from "../../rounds/cohort/epoch/leaf_proofs.js";
import { duties, openPlace } from "../../rounds/cohort/epoch/places.js";
import { Agreements, hasLapsed } from "../../rounds/cohort/epoch/tickets.js";
import { Leaf } from "../../rounds/cohort/epoch/tree.js";
import { opened } from "../../rounds/cohort/signed_messages.js";
import { Refused } from "../../rounds/refusals.js";
import { NoPlace, resetIn } from "./contact.js";
import { keepEvidence } from "./evidence.js";
import { keptLog } from "./public_log.js";

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("./contact.js").HomePlace} HomePlace */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../rounds/cohort/messages.js").Epoch} Epoch */
/** @typedef {import("../../rounds/cohort/messages.js").TicketReceipt} TicketReceipt */
/** @typedef {import("../../gateways/home_store/cohort_store.js").KeptEpoch} KeptEpoch */
/** @typedef {import("../../gateways/home_store/cohort_store.js").Ticket} Ticket */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */

/**
 * Accept the epoch that a task names, and return the home's place in it. A new epoch or place is checked, and kept
 * before anything else is done.
 * @param {CohortContact} contact
 * @param {Signed} signed the epoch
 * @returns {Promise<HomePlace>}
 * @throws {Refused} as `acceptEpoch` and `openPlace` do; "two-committees" if the server told two stories of the epoch
 * @throws {NoPlace} if the home has no keys in the epoch
 */
export async function findHomePlace(contact, signed) {
  const epoch = await accepted(contact, signed);
  const known = contact.homePlaces.get(epoch.number);
  if (known !== undefined) return known;
  const homePlace = await placed(contact, epoch);
  contact.homePlaces.set(epoch.number, homePlace);
  return homePlace;
}

/**
 * Return the numbers of the epochs that the server promised in receipts, and that it has not shown to the home yet,
 * rising.
 * @param {Home} home
 */
export async function unshown({ cohort }) {
  return (await promised(await cohort.epochs(), await cohort.tickets())).map(({ receipt }) => receipt.epoch);
}

/**
 * Return the tickets whose receipt promises a place in a coming tree, and whose epoch the home has no place in yet, by
 * rising epoch.
 * @param {readonly KeptEpoch[]} epochs
 * @param {readonly Ticket[]} tickets
 */
function promised(epochs, tickets) {
  const found = new Set(placedIn(epochs).map(({ number }) => number));
  return tickets
    .flatMap((ticket) => (ticket.receipt === null ? [] : [{ ...ticket, receipt: ticket.receipt }]))
    .filter(({ receipt }) => receipt.index === null && !found.has(receipt.epoch))
    .sort((one, other) => one.receipt.epoch - other.receipt.epoch);
}

/**
 * Check an epoch, write it down under its number, and return it.
 * @param {CohortContact} contact
 * @param {Signed} signed
 * @returns {Promise<Epoch>}
 * @throws {Refused} as `acceptEpoch` and `PublicLog.checkLogged` do
 */
async function accepted(contact, signed) {
  const epoch = await acceptable(contact, signed);
  await checkLogged(contact, epoch, signed);
  await contact.store.write((home) => keepAccepted(home, epoch, signed));
  return epoch;
}

/**
 * Check an epoch and return it.
 *
 * An epoch that contradicts an earlier text of the server is refused, and both texts are kept as evidence.
 * @param {CohortContact} contact
 * @param {Signed} signed
 * @returns {Promise<Epoch>}
 * @throws {Refused} as `acceptEpoch` does
 */
async function acceptable(contact, signed) {
  const { number } = await opened(signed, "epoch", contact.onlineKey);
  const { epochs, tickets, signedUntil, reset } = await contact.store.read(async (home) => ({
    epochs: await home.cohort.epochs(),
    tickets: await home.cohort.tickets(),
    signedUntil: await home.cohort.signedUntil(),
    reset: await resetIn(home),
  }));
  const [known, same] = [placedIn(epochs).at(-1) ?? null, epochs.find((each) => each.number === number) ?? null];
  const first = promised(epochs, tickets).find(({ made }) => !hasLapsed(made, contact.today)) ?? null;
  try {
    return await acceptEpoch(signed, {
      server: contact.identity,
      onlineKey: contact.onlineKey,
      today: contact.today,
      known,
      sameNumber: same,
      receipt: first?.receipt ?? null,
      ticketMade: first?.made ?? null,
      reset,
      signedUntil,
    });
  } catch (error) {
    if (error instanceof Refused) {
      const before = error.reason === "denied-ticket" ? first?.signed : (same ?? known)?.signed;
      await keepEvidence(contact, error, number, [before ?? null, signed]);
    }
    throw error;
  }
}

/**
 * Check that an epoch is in the public log as it is. If the log has another one, epoch and checkpoint are kept as evidence.
 * @param {CohortContact} contact
 * @param {Epoch} epoch
 * @param {Signed} signed
 * @throws {Refused} as `PublicLog.checkLogged`
 */
async function checkLogged({ store, info, log }, epoch, signed) {
  try {
    log.checkLogged(epoch);
  } catch (error) {
    if (error instanceof Refused && error.reason === "two-epochs") {
      await store.write(async (home) => {
        const kept = await keptLog(home);
        const texts = kept === null ? [] : [kept.checkpoint, kept.online];
        await home.cohort.keepEvidence(error.reason, String(epoch.number), [signed, ...texts, info.online]);
      });
    }
    throw error;
  }
}

/**
 * Keep an accepted epoch in the caller's transaction, unless it is kept already.
 * @param {Home} home
 * @param {Epoch} epoch
 * @param {Signed} signed
 * @throws {Refused} "two-epochs" if another one is kept under its number
 */
async function keepAccepted({ cohort }, epoch, signed) {
  const { number, start, size, root, reset } = epoch;
  const known = await cohort.epoch(number);
  if (known === null) {
    const unplaced = { ticket: null, shown: null, duties: [], isReady: false };
    const unpublished = { published: null, publishedKey: null, isDenied: false };
    cohort.keepEpoch({ number, start, size, root, reset, signed, ...unplaced, ...unpublished });
  } else if (!isSameEpoch(epoch, known)) {
    // Another page of this home has accepted a different epoch under this number since `acceptEpoch` compared them.
    throw new Refused("two-epochs", `the server signed two epochs under number ${number}`);
  }
}

/**
 * Return the home's place in an epoch that it accepted. The first time, the server has to show and prove the place.
 * @param {CohortContact} contact
 * @param {Epoch} epoch
 * @returns {Promise<HomePlace>}
 * @throws {Refused} as `openPlace` does; "two-committees" if the server told two stories of the epoch before
 * @throws {NoPlace} if the home has no keys in the epoch
 */
async function placed(contact, epoch) {
  const { kept, ticket } = await contact.store.read((home) => ticketFor(home, epoch));
  if (ticket === null || ticket.receipt === null) throw new NoPlace();
  if (kept.isDenied) {
    throw new Refused(
      "two-committees",
      `the server told two stories of epoch ${epoch.number}: the home takes no part in it`,
    );
  }
  const isKept = kept.ticket !== null && kept.shown !== null;
  const shown = isKept && kept.shown ? kept.shown : await contact.server.place(contact.token, epoch.number);
  const secrets = secretsOf(ticket);
  try {
    const place = openShown(epoch, ticket.receipt, secrets, shown, contact.identity, isKept);
    if (!isKept) await contact.store.write((home) => keepPlace(home, ticket, place, shown));
    const known = await contact.store.read((home) => home.cohort.agreements(ticket.ticket));
    return Object.freeze({ place, ticket, secrets, agreements: new Agreements(secrets, known) });
  } catch (error) {
    if (error instanceof Refused) await keepEvidence(contact, error, epoch.number, [ticket.signed, kept.signed]);
    throw error;
  }
}

/**
 * Return what is kept of an epoch, and the ticket by which the home has its place in it or is to find it. The ticket is
 * null if the home has no ticket for the epoch, or has erased it.
 * @param {Home} home
 * @param {Epoch} epoch
 */
async function ticketFor({ cohort }, { number, reset }) {
  const [kept, tickets] = [/** @type {KeptEpoch} */ (await cohort.epoch(number)), await cohort.tickets()];
  const isOf = (/** @type {Ticket} */ { ticket, receipt }) =>
    kept.ticket === null ? receipt?.epoch === number && receipt.reset === reset : ticket === kept.ticket;
  return { kept, ticket: tickets.find(isOf) ?? null };
}

/**
 * Check the leaves by which a server shows the home its place, and return the place.
 * @param {Epoch} epoch
 * @param {TicketReceipt} receipt
 * @param {import("../../rounds/cohort/epoch/tickets.js").TicketSecrets} secrets
 * @param {Uint8Array} shown the home's own leaf, then its committee, with their proof
 * @param {Uint8Array} server its identity key
 * @param {boolean} isKept whether the home found its place by these leaves before
 * @throws {Refused} "denied-ticket" if no leaf is shown; else as `openPlace` does
 */
function openShown(epoch, receipt, secrets, shown, server, isKept) {
  const { leaves, proof } = readShown(shown);
  const [first, ...committee] = leaves;
  if (first === undefined) throw new Refused("denied-ticket", "the server shows no leaf of this home");
  const own = new Leaf(first.index, secrets.exchangePublic, secrets.signingPublic);
  return openPlace(epoch, own, receipt, committee, proof, server, isKept ? first : null);
}

/**
 * Keep the home's place and the committees on which it serves, in the caller's transaction.
 * @param {Home} home
 * @param {Ticket} ticket
 * @param {import("../../rounds/cohort/epoch/places.js").Place} place
 * @param {Uint8Array} shown the leaves by which the server showed the place
 * @throws {Refused} "not-a-member" if the home has a place by another ticket: it can have only one leaf in an epoch
 */
async function keepPlace({ cohort }, { ticket }, { epoch, draw, leaf }, shown) {
  const kept = /** @type {KeptEpoch} */ (await cohort.epoch(epoch.number));
  if (kept.ticket !== null && kept.ticket !== ticket) {
    throw new Refused("not-a-member", `the home has another leaf in epoch ${epoch.number}`);
  }
  const served = leaf.index < epoch.size ? duties(draw, leaf.index) : [];
  cohort.keepEpoch({ ...kept, ticket, shown, duties: served });
}
