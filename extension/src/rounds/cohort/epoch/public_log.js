// The public log of a server: one line for each of its epochs and resets, which every home reads whole
// (docs/reference/cohort.md, "Public log"; pdd_shared/rounds/cohort/epoch/public_log.py, which says why).

import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { plusDays } from "../../../protocol/days.js";
import { toHex, utf8 } from "../../../protocol/encoding.js";
import { LOG_REMEMBERED, MOST_LOG_LINES } from "../../../protocol/limits.js";
import { Refused } from "../../refusals.js";
import { opened, readMessage } from "../signed_messages.js";
import { checkFollows, checkServer, isSameEpoch } from "./acceptance.js";

/** @typedef {import("../../../protocol/messages.js").LogPart} LogPart */
/** @typedef {import("../messages.js").Epoch} Epoch */
/** @typedef {import("../messages.js").Reset} Reset */

/**
 * Return the Merkle tree hash of a log, 32 bytes (RFC 6962, section 2.1, with SHA-256).
 * @param {readonly string[]} lines
 * @returns {Uint8Array}
 */
export function rootOf(lines) {
  if (lines.length === 0) return sha256(new Uint8Array());
  if (lines.length === 1) return sha256(concatBytes(Uint8Array.of(0), utf8(lines[0])));
  const middle = 2 ** Math.floor(Math.log2(lines.length - 1));
  return sha256(concatBytes(Uint8Array.of(1), rootOf(lines.slice(0, middle)), rootOf(lines.slice(middle))));
}

/**
 * A log whose lines follow each other: all of them, the epochs and the last reset in them, and epochs that the home has
 * read of and that a restored server lost.
 */
export class PublicLog {
  /**
   * @param {readonly string[]} lines
   * @param {readonly Epoch[]} epochs
   * @param {Reset | null} reset
   * @param {readonly Epoch[]} [lost]
   */
  constructor(lines, epochs, reset, lost = []) {
    this.lines = lines;
    this.epochs = epochs;
    this.reset = reset;
    this.lost = lost;
    Object.freeze(this);
  }

  /**
   * Check that an epoch is in the log as it is. Refused "not-logged" if the log has no epoch of this number, and
   * "two-epochs" if it has another one.
   * @param {Epoch} epoch
   */
  checkLogged(epoch) {
    const logged = this.epochs.find(({ number }) => number === epoch.number);
    if (logged === undefined) {
      throw new Refused("not-logged", `epoch ${epoch.number} is not in the server's public log`);
    }
    if (!isSameEpoch(epoch, logged)) {
      throw new Refused("two-epochs", `the server's public log has another epoch ${epoch.number}`);
    }
  }

  /**
   * Return the most leaves of a tree that began in the 28 days until this day; 0 if none did. The least floor of an
   * epoch is that of half of it, so that a server can't leave most donors out of a tree at once.
   * @param {string} day
   */
  largestTree(day) {
    const first = plusDays(day, -LOG_REMEMBERED);
    const recent = [...this.epochs, ...this.lost].filter(({ start }) => first <= start && start <= day);
    return Math.max(0, ...recent.map(({ size }) => size));
  }
}

/**
 * Check that the lines of a server's log follow each other, and return the log.
 *
 * Refused "bad-signature" for a line that can't be read; "foreign-epoch" for a line of another server, a reset that
 * does not follow the one before it, or an epoch that does not name the last reset; "two-epochs" for an epoch whose
 * number is not above that of the one before it; "too-soon" for one that begins too soon after it.
 * @param {readonly string[]} lines
 * @param {Uint8Array} server
 * @param {number} [known] how many of the first lines the home has checked in an earlier contact
 */
export function readLog(lines, server, known = 0) {
  /** @type {Epoch[]} */
  const epochs = [];
  /** @type {Reset | null} */
  let reset = null;
  for (const [place, line] of lines.entries()) {
    const [kind] = line.split(" ", 1);
    const text = line.slice(kind.length + 1);
    if (place < known) {
      if (kind === "epoch") epochs.push(JSON.parse(text));
      if (kind === "reset") reset = JSON.parse(text);
      continue;
    }
    if (kind === "reset") reset = nextReset(readMessage(text, kind), server, reset);
    if (kind === "epoch") epochs.push(nextEpoch(readMessage(text, kind), server, epochs.at(-1), reset));
  }
  return new PublicLog(lines, epochs, reset);
}

/**
 * @param {Reset} reset
 * @param {Uint8Array} server
 * @param {Reset | null} before
 */
function nextReset(reset, server, before) {
  checkServer(reset.server, server);
  if (before !== null && !(reset.number > before.number && reset.day >= before.day)) {
    throw new Refused("foreign-epoch", `reset ${reset.number} does not follow reset ${before.number}`);
  }
  return reset;
}

/**
 * @param {Epoch} epoch
 * @param {Uint8Array} server
 * @param {Epoch | undefined} before
 * @param {Reset | null} reset
 */
function nextEpoch(epoch, server, before, reset) {
  checkServer(epoch.server, server);
  if (epoch.reset !== (reset?.number ?? 0)) {
    throw new Refused("foreign-epoch", `epoch ${epoch.number} does not name the last reset in the log`);
  }
  if (before !== undefined && !goesBack(epoch, before, reset)) checkFollows(epoch, before, reset, null);
  return epoch;
}

/**
 * Return whether an epoch is the first one after a reset that ended an epoch begun under a clock that was ahead.
 * @param {Epoch} epoch
 * @param {Epoch} before
 * @param {Reset | null} reset
 */
function goesBack({ number, start, reset: last }, before, reset) {
  const isFirst = reset !== null && last > before.reset && number > before.number;
  return isFirst && reset.day < start && start <= before.start;
}

/**
 * Check that the log that a server shows goes on from the lines that a home knows, and return it whole.
 *
 * Refused "bad-signature"; "foreign-epoch" for another server; "forked-log" if the checkpoint is not that of the known
 * lines and the new ones; else as `readLog`.
 * @param {readonly string[]} known
 * @param {LogPart} shown
 * @param {{server: Uint8Array, onlineKey: Uint8Array}} keys
 */
export async function followLog(known, shown, { server, onlineKey }) {
  const lines = Object.freeze([...known, ...shown.lines]);
  await checkSigned(lines, shown, { server, onlineKey });
  if (shown.first !== known.length) throw forked(known.length);
  return readLog(lines, server, known.length);
}

/**
 * Check the whole log of a server that lost lines that a home knows, and return it with the epochs that it lost.
 *
 * Refused "forked-log" if the first line that is not as the home knows it is no reset with a higher number than those
 * that the home knows; else as `followLog`.
 * @param {readonly string[]} known
 * @param {LogPart} shown
 * @param {{server: Uint8Array, onlineKey: Uint8Array}} keys
 */
export async function followRestored(known, shown, { server, onlineKey }) {
  await checkSigned(shown.lines, shown, { server, onlineKey });
  const other = known.findIndex((line, at) => line !== shown.lines[at]);
  const kept = other < 0 ? known.length : other;
  const [before, log] = [readLog(known, server), readLog(shown.lines, server)];
  // Only if the next line is a reset with a higher number, the last reset until it is another one than before.
  const resumed = readLog(shown.lines.slice(0, kept + 1), server).reset;
  if (resumed === null || resumed.number <= (before.reset?.number ?? 0)) throw forked(known.length);
  const lost = before.epochs.filter((epoch) => !log.epochs.some((other) => isSameEpoch(epoch, other)));
  return new PublicLog(log.lines, log.epochs, log.reset, lost);
}

/**
 * Check that the shown checkpoint is signed, and is that of these lines, which are not too many.
 * @param {readonly string[]} lines
 * @param {LogPart} shown
 * @param {{server: Uint8Array, onlineKey: Uint8Array}} keys
 */
async function checkSigned(lines, shown, { server, onlineKey }) {
  const { server: named, size, root } = await opened(shown.checkpoint, "checkpoint", onlineKey);
  checkServer(named, server);
  if (lines.length > MOST_LOG_LINES || size !== lines.length || root !== toHex(rootOf(lines)))
    throw forked(lines.length - shown.lines.length);
}

/** @param {number} known */
function forked(known) {
  return new Refused("forked-log", `the public log does not go on from the ${known} lines known here`);
}
