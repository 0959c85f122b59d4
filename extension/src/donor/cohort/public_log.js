// The server's public log as this home has read it, for how much of it the witnesses vouch, and whether the server left
// the home out of a tree
// (pdd_client/donor/cohort/public_log.py, which says why).

import { placedIn } from "../../core/committee_duty.js";
import { plusDays } from "../../protocol/days.js";
import { LEAST_EPOCH } from "../../protocol/limits.js";
import { originOf } from "../../rounds/cohort/epoch/checkpoints.js";
import { followLog, followRestored, PublicLog, readLog as readLines } from "../../rounds/cohort/epoch/public_log.js";
import { vouched } from "../../rounds/cohort/epoch/witnesses.js";
import { Refused } from "../../rounds/refusals.js";
import { knownWitnesses, learnWitnesses } from "../server_keys.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").LogPart} LogPart */
/** @typedef {import("../../protocol/messages.js").WitnessPolicy} WitnessPolicy */
/** @typedef {import("../../rounds/cohort/messages.js").Epoch} Epoch */

/**
 * The lines that the home has read, the checkpoint of all of them, the statement of the online key that signed it, and
 * epochs that a restored server lost.
 * @typedef {Readonly<{lines: readonly string[], checkpoint: Signed, online: Signed, lost: readonly Epoch[]}>} KeptLog
 */

/**
 * The first and the last day of contacts in a row in which the server asked for no ticket for the tree to come.
 * @typedef {Readonly<{first: string, last: string}>} Unasked
 */

/**
 * Return the log as the home has read it, in the caller's transaction; null if it has read none.
 * @param {Home} home
 * @returns {Promise<KeptLog | null>}
 */
export async function keptLog(home) {
  return JSON.parse((await home.fact("public_log")) ?? "null");
}

/**
 * Read and keep the lines that the server shows.
 *
 * If they don't go on from those that the home knows, the two checkpoints are kept as evidence. Then the whole log is
 * asked for, without token: a server that was restored from a backup may have lost lines.
 * @param {Contact} contact
 * @param {LogPart | null} shown
 * @throws {Refused} "forked-log" if the server shows no log; else as `followLog` and `followRestored`
 */
export async function readLog(contact, shown) {
  const { installation, membership, server } = contact;
  const kept = await installation.store.read(keptLog);
  if (shown === null) throw new Refused("forked-log", "the server shows no public log");
  const keys = { server: membership.identity, onlineKey: membership.serverKey };
  const lines = kept?.lines ?? [];
  if (kept !== null && isAsKept(shown, kept)) {
    const { epochs, reset } = readLines(lines, membership.identity, lines.length);
    return new PublicLog(lines, epochs, reset, kept.lost);
  }
  try {
    return await keep(contact, kept, await followLog(lines, shown, keys), shown);
  } catch (error) {
    if (!(error instanceof Refused) || kept === null || error.reason === "bad-signature") throw error;
    await keepEvidence(contact, error, kept, shown);
    if (error.reason !== "forked-log") throw error;
    const whole = await server.publicLog();
    return keep(contact, kept, await followRestored(lines, whole, keys), whole);
  }
}

/**
 * Return whether there is nothing new in the log, as in most contacts. Then nothing is computed and written.
 * @param {LogPart} shown
 * @param {KeptLog} kept
 */
function isAsKept(shown, { lines, checkpoint }) {
  return shown.checkpoint.payload === checkpoint.payload && shown.lines.length === 0 && shown.first === lines.length;
}

/**
 * Keep a log that was read, and return it with all epochs that were ever lost.
 * @param {Contact} contact
 * @param {KeptLog | null} kept
 * @param {PublicLog} log
 * @param {LogPart} shown
 */
async function keep({ installation, membership }, kept, { lines, epochs, reset, lost: now }, { checkpoint }) {
  const lost = [...(kept?.lost ?? []), ...now];
  const made = JSON.stringify({ lines, checkpoint, online: membership.info.online, lost });
  await installation.store.write((home) => home.setFact("public_log", made));
  return new PublicLog(lines, epochs, reset, lost);
}

/**
 * Keep the last checkpoint that the home took, and one that does not go on from it.
 * @param {Contact} contact
 * @param {Refused} refused
 * @param {KeptLog} kept
 * @param {LogPart} shown
 */
async function keepEvidence({ installation, membership }, { reason }, kept, { checkpoint }) {
  const texts = [kept.checkpoint, checkpoint, kept.online, membership.info.online];
  await installation.store.write((home) => home.cohort.keepEvidence(reason, checkpoint.signature, texts));
}

/**
 * Return for how many of the log's lines the witnesses vouch; for all if the home knows no witnesses. The home uses its own
 * lines and time, and the address by which it knows the server.
 *
 * New witnesses are learnt here, and only if enough of them vouch for some line now. Every home makes contacts, whatever
 * its donor joins. And a policy that was never met would end a home's counts for good.
 * @param {Contact} contact
 * @param {PublicLog} log as the home has read it
 * @param {LogPart | null} shown what the server shows of it, with its witnesses and their cosignatures
 */
export async function countVouched({ installation, membership }, { lines }, shown) {
  const { store, clock } = installation;
  const [named, cosignatures] = [shown?.witnessed?.policy, shown?.witnessed?.cosignatures ?? []];
  const count = (/** @type {WitnessPolicy} */ policy) =>
    vouched(lines, cosignatures, policy, originOf(membership.url), clock());
  let known = await store.read(knownWitnesses);
  // Most contacts need no write, which would be announced to all pages.
  if (named !== undefined && JSON.stringify(named) !== JSON.stringify(known) && (await count(named)) > 0) {
    await store.write((home) => learnWitnesses(home, named));
    known = await store.read(knownWitnesses);
  }
  return known === null ? lines.length : count(known);
}

/**
 * Note, in the caller's transaction, whether the server left the home out of the log's newest tree: the home was in contact
 * in the week before the tree was made, and the server took no ticket. Return whether that is new.
 *
 * Nobody can be left out of a server's first tree: before it the home may have found no server.
 * @param {Home} home
 * @param {PublicLog} log
 * @param {boolean} sent whether tickets were sent in this contact. Before that, nothing is said of a home that has one:
 *   it is sent again if it has no receipt, and may be in the tree
 */
export async function noteLeftOut(home, { epochs, lost }, sent) {
  const newest = epochs.at(-1);
  if (newest === undefined || epochs.length + lost.length < 2) return false;
  const { number, start } = newest;
  const unasked = await unaskedIn(home);
  const isAsked = unasked === null || unasked.first >= start || start > plusDays(unasked.last, LEAST_EPOCH);
  const ticket = (await home.cohort.tickets()).find(({ wanted }) => wanted === number);
  const isTaken = ticket !== undefined && (!sent || ticket.receipt?.index === null);
  if (isAsked || isTaken || (await home.number("left_out")) === number) return false;
  home.setFact("left_out", number);
  if (ticket !== undefined) home.cohort.eraseTicket(ticket.ticket);
  return true;
}

/**
 * Return, in the caller's transaction, whether a home may send a ticket for an epoch: for a tree to come, or the newest
 * one if it was not left out.
 * @param {Home} home
 * @param {PublicLog} log
 * @param {number} epoch
 */
export async function canBeAppended(home, { epochs }, epoch) {
  if (!epochs.some(({ number }) => number === epoch)) return true;
  return epochs.at(-1)?.number === epoch && (await home.number("left_out")) !== epoch;
}

/**
 * Note, in the caller's transaction, whether the home has a ticket for the tree to come, after it has sent those that it
 * was asked for. Only a ticket with a receipt tells that it was asked. One without changes nothing until the day after it
 * was made, because answers get lost.
 * @param {Home} home
 * @param {PublicLog} log
 * @param {string} today
 */
export async function noteAsked(home, { epochs, reset }, today) {
  const last = epochs.at(-1);
  const following = last === undefined ? 0 : last.number + 1;
  // The number of the first tree after a reset follows from the server's first day, which no home knows.
  const isKnown = reset === null || last?.reset === reset.number;
  const placed = new Set(placedIn(await home.cohort.epochs()).map(({ ticket }) => ticket));
  const forIt = (await home.cohort.tickets()).filter(
    ({ ticket, wanted }) => !placed.has(ticket) && (wanted === following || (wanted > following && !isKnown)),
  );
  const isAsked = forIt.some(({ receipt }) => receipt !== null);
  if (!isAsked && forIt.some(({ made }) => made >= plusDays(today, -1))) return;
  const first = (await unaskedIn(home))?.first ?? today;
  home.setFact("unasked", isAsked ? null : JSON.stringify({ first, last: today }));
}

/**
 * @param {Home} home
 * @returns {Promise<Unasked | null>}
 */
async function unaskedIn(home) {
  return JSON.parse((await home.fact("unasked")) ?? "null");
}
