// The rules by which a home accepts epochs, resets and receipts from a server that may lie
// (docs/reference/cohort.md; pdd_shared/rounds/cohort/epoch/acceptance.py, which says why each rule is there).

import { plusDays } from "../../../protocol/days.js";
import { fromHex, toHex } from "../../../protocol/encoding.js";
import { LEAST_EPOCH, LONGEST_EPOCH } from "../../../protocol/limits.js";
import { Refused } from "../../refusals.js";
import { opened } from "../signed_messages.js";
import { hasLapsed } from "./tickets.js";

/** @typedef {import("../../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../messages.js").Epoch} Epoch */
/** @typedef {import("../messages.js").Reset} Reset */
/** @typedef {import("../messages.js").TicketReceipt} TicketReceipt */
/** @typedef {import("./tree.js").Leaf} Leaf */

/**
 * An epoch as a home journals it: its number, first day, size, root (hex) and the number of the server's last reset.
 * @typedef {Readonly<{number: number, start: string, size: number, root: string, reset: number}>} KnownEpoch
 */

/**
 * Only this module has this symbol. So no other code can make a `Published`, which stands for a check of this module.
 */
const VERIFIED = Symbol("verified");

/** Proof that an epoch was published as this home was shown it. Only `checkPublished` makes one. */
export class Published {
  /**
   * @param {symbol} verified
   * @param {Epoch} epoch
   */
  constructor(verified, epoch) {
    if (verified !== VERIFIED) throw new TypeError("a published epoch comes from checkPublished");
    this.epoch = epoch;
    Object.freeze(this);
  }
}

/**
 * Return the fields of an epoch that a home journals.
 * @param {Epoch} epoch
 * @returns {KnownEpoch}
 */
export function knownEpoch({ number, start, size, root, reset }) {
  return Object.freeze({ number, start, size, root, reset });
}

/**
 * Check the server's online key, and return its 32 bytes: it signs the server's messages today.
 *
 * Refused "bad-signature" if the server's identity key did not sign this online key, or not for today.
 * @param {Signed} signed
 * @param {Uint8Array} server the server's identity key
 * @param {string} today
 */
export async function openOnlineKey(signed, server, today) {
  const online = await opened(signed, "online-key", server);
  if (online.server !== toHex(server)) throw new Refused("bad-signature", "the online key is for another server");
  if (today < online.first || today > online.last) {
    throw new Refused("bad-signature", `the online key is for ${online.first} to ${online.last}`);
  }
  return fromHex(online.key);
}

/**
 * Check the server's receipt for a ticket, which is named by its digest, and return it.
 *
 * `known` is the last epoch in which the home had its place, `promised` the receipt of another ticket that the home
 * still holds, and `reset` the last reset that it journalled. Refused "not-a-member" if the receipt is for another
 * ticket, or appends the home to an epoch in which it already has a leaf or the promise of one, since it would be
 * counted twice. Refused "foreign-epoch" if it names another server, a reset other than the last one, or an epoch not
 * above `known`.
 * @param {Signed} signed
 * @param {{
 *   server: Uint8Array, onlineKey: Uint8Array, ticket: Uint8Array, known: KnownEpoch | null,
 *   promised: TicketReceipt | null, reset: Reset | null,
 * }} own
 */
export async function openReceipt(signed, { server, onlineKey, ticket, known, promised, reset }) {
  checkTold({ known, promised, reset });
  const receipt = await opened(signed, "ticket-receipt", onlineKey);
  if (receipt.ticket !== toHex(ticket)) throw new Refused("not-a-member", "the receipt is for another ticket");
  checkServer(receipt.server, server);
  if (receipt.reset !== lastReset(known, reset)) {
    throw new Refused("foreign-epoch", "the receipt names a reset that is not the last one announced");
  }
  if (receipt.index !== null && [known?.number, promised?.epoch].includes(receipt.epoch)) {
    throw new Refused("not-a-member", `the home has another leaf in epoch ${receipt.epoch}`);
  }
  if (known !== null && receipt.epoch <= known.number) {
    throw new Refused("foreign-epoch", `the tree of epoch ${receipt.epoch} is already made`);
  }
  return receipt;
}

/**
 * Check the reset that a server announces, and return it. `known` is the last reset that the home journalled.
 *
 * From then on the home sends nothing about data days before the reset's day. Refused "foreign-epoch" if the reset is
 * of another server, lies in the future, or differs from `known` without a higher number and the same or a later day.
 * @param {Signed} signed
 * @param {{server: Uint8Array, onlineKey: Uint8Array, today: string, known: Reset | null}} own
 */
export async function acceptReset(signed, { server, onlineKey, today, known }) {
  const reset = await opened(signed, "reset", onlineKey);
  checkServer(reset.server, server);
  if (reset.day > today) {
    throw new Refused("foreign-epoch", `reset ${reset.number} is on ${reset.day}, which is not yet`);
  }
  const isKnown = known === null || (reset.number === known.number && reset.day === known.day);
  if (!isKnown && !(reset.number > known.number && reset.day >= known.day)) {
    throw new Refused("foreign-epoch", `reset ${reset.number} does not follow reset ${known.number}`);
  }
  return reset;
}

/**
 * All that a home knows by itself and compares an epoch with.
 *
 * `known` is the last epoch in which the home had its place, `sameNumber` the epoch that it journalled under this
 * number. `receipt` is that of its ticket for a tree that it was not shown yet, `ticketMade` the day on which it made
 * that ticket. `reset` is the last reset that it journalled, `signedUntil` the latest D + 1 of a data day D for which
 * it signed.
 * @typedef {Readonly<{
 *   server: Uint8Array, onlineKey: Uint8Array, today: string, known: KnownEpoch | null,
 *   sameNumber: KnownEpoch | null, receipt: TicketReceipt | null, ticketMade: string | null, reset: Reset | null,
 *   signedUntil: string | null,
 * }>} HomeState
 */

/**
 * Check whether a home may accept a signed epoch, and return it.
 *
 * Refused "bad-signature"; "foreign-epoch" for another server, or a reset that is not the last one; "two-epochs" if the
 * home journalled another epoch under this number, or if the number is not above `known`; "too-soon" if the epoch
 * begins in the future or earlier than the rules allow; "denied-ticket" if the epoch of the home's receipt was passed
 * over.
 * @param {Signed} signed
 * @param {HomeState} own
 */
export async function acceptEpoch(signed, own) {
  const { server, onlineKey, today, known, sameNumber, receipt, ticketMade, reset, signedUntil } = own;
  checkTold({ known, sameNumber, receipt, ticketMade, reset, signedUntil });
  const epoch = await opened(signed, "epoch", onlineKey);
  checkServer(epoch.server, server);
  if (sameNumber !== null) {
    if (!isSameEpoch(epoch, sameNumber)) {
      throw new Refused("two-epochs", `the server signed two epochs under number ${epoch.number}`);
    }
    return epoch;
  }
  if (epoch.reset !== lastReset(known, reset)) {
    throw new Refused("foreign-epoch", `epoch ${epoch.number} names a reset that is not the last one announced`);
  }
  if (epoch.start > today) throw new Refused("too-soon", `epoch ${epoch.number} begins on ${epoch.start}`);
  if (known !== null) checkFollows(epoch, known, reset, signedUntil);
  if (receipt !== null && !(ticketMade !== null && hasLapsed(ticketMade, today))) {
    checkNotPassedOver(epoch, known, receipt);
  }
  return epoch;
}

/**
 * Throw if a field is undefined. A caller that forgets one would switch a check off; null says that there is nothing.
 * @param {Readonly<Record<string, unknown>>} known
 */
export function checkTold(known) {
  const forgotten = Object.keys(known).find((name) => known[name] === undefined);
  if (forgotten !== undefined) throw new TypeError(`${forgotten} must be given, or null`);
}

/**
 * @param {KnownEpoch | null} known
 * @param {Reset | null} reset
 */
function lastReset(known, reset) {
  return Math.max(known?.reset ?? 0, reset?.number ?? 0);
}

/**
 * @param {Epoch} epoch
 * @param {KnownEpoch} other
 */
export function isSameEpoch({ number, start, size, root, reset }, other) {
  const isSameTree = root === other.root && size === other.size;
  return isSameTree && number === other.number && start === other.start && reset === other.reset;
}

/**
 * Check that an epoch may come after another one, `known`. `signedUntil` is null in the public log, where no home's
 * signatures count. Refused "two-epochs" if its number is not above that of `known`; "too-soon" if it begins too soon.
 * @param {Epoch} epoch
 * @param {KnownEpoch} known
 * @param {Reset | null} reset
 * @param {string | null} signedUntil
 */
export function checkFollows({ number, start, size }, known, reset, signedUntil) {
  if (number <= known.number) {
    throw new Refused("two-epochs", `the server signed epoch ${number} beside epoch ${known.number}`);
  }
  if (start <= known.start || (signedUntil !== null && start <= signedUntil)) {
    throw new Refused("too-soon", `epoch ${number} begins on a day of epoch ${known.number}`);
  }
  const hasGrown = 5 * size >= 6 * known.size;
  // A reset that lies before the last epoch costs the server nothing: it could announce one each night.
  const isRestored = reset !== null && reset.number > known.reset && known.start <= reset.day && reset.day <= start;
  if (!(start >= plusDays(known.start, LEAST_EPOCH) || hasGrown || isRestored)) {
    throw new Refused("too-soon", `epoch ${number} begins less than 7 days after epoch ${known.number}`);
  }
}

/**
 * @param {Epoch} epoch
 * @param {KnownEpoch | null} known
 * @param {TicketReceipt} receipt
 */
function checkNotPassedOver({ number, reset }, known, receipt) {
  // An appended ticket names no tree to wait for. A restored server has lost the tickets of before its reset; a server
  // that only claims to have been restored loses the data days before the reset.
  if (receipt.index !== null || receipt.epoch >= number || receipt.reset < reset) return;
  if (known === null || known.number < receipt.epoch) {
    throw new Refused("denied-ticket", `the ticket is for epoch ${receipt.epoch}, which was not shown`);
  }
}

/**
 * Compare an accepted epoch with the published one. The result allows the home's uploads under it.
 *
 * A server could show one home a tree of donors that it invented. So a home compares before its first upload under an
 * epoch, with the signed epoch of the same number that it fetched without its token. If the two differ, it keeps both
 * signed texts as evidence. Refused "bad-signature"; "foreign-epoch" for another server; "two-committees" if number,
 * size or root differ; "two-epochs" if only the first day or the reset differs.
 * @param {Signed} published
 * @param {Epoch} epoch
 * @param {{server: Uint8Array, onlineKey: Uint8Array}} keys
 */
export async function checkPublished(published, epoch, { server, onlineKey }) {
  const other = await opened(published, "epoch", onlineKey);
  checkServer(other.server, server);
  if (other.number !== epoch.number || other.size !== epoch.size || other.root !== epoch.root) {
    throw new Refused("two-committees", `the server published another tree for epoch ${epoch.number}`);
  }
  if (!isSameEpoch(other, epoch) || other.server !== epoch.server) {
    throw new Refused("two-epochs", `the server signed two epochs under number ${epoch.number}`);
  }
  return new Published(VERIFIED, epoch);
}

/**
 * Return the last day that an epoch holds. Data day D belongs to the epoch that holds D + 1.
 * @param {string} start
 * @param {string | null} nextStart the first day of the next epoch in which the home found its place, if any
 */
export function lastDay(start, nextStart) {
  const longest = plusDays(start, LONGEST_EPOCH);
  return nextStart !== null && nextStart <= longest ? plusDays(nextStart, -1) : longest;
}

/**
 * Return whether an epoch holds a day.
 * @param {string} start
 * @param {string | null} nextStart
 * @param {string} day
 */
export function holds(start, nextStart, day) {
  return start <= day && day <= lastDay(start, nextStart);
}

/**
 * Return the last data day that belongs to an epoch, from which `eraseAfter` counts.
 * @param {string} start
 * @param {string | null} nextStart
 */
export function lastDataDay(start, nextStart) {
  return plusDays(lastDay(start, nextStart), -1);
}

/**
 * @param {string} named
 * @param {Uint8Array} server
 */
export function checkServer(named, server) {
  if (named !== toHex(server)) throw new Refused("foreign-epoch", "the message is of another server");
}
