// A home's journal: what it said once, and never says differently (pdd_shared/rounds/cohort/day/journal.py).
//
// One journal serves both roles of a home for ever. An entry is written durably before anything is sent that it is
// about: a crash between the two costs nothing.
//
// Two pages or workers may act at once, and both read the same journal. So the caller adds all new entries of a message
// in one IndexedDB transaction, with `add` and not `put`, which fails where a key is there already. If the transaction
// fails, nothing is sent. Then the caller reads the journal again, and only that journal releases the message.

import { concatBytes } from "@noble/hashes/utils.js";
import { isSame, uint32 } from "../../../protocol/encoding.js";
import { Refused } from "../../refusals.js";

/**
 * What an entry fixes: the plan's digest and the tree's root; the own upload's context, the upload as it is sent (the
 * only kind that is erased), its nonce and digest; a committee's digest and number of sub-cohorts; the digest of the
 * list that this member certified; leaf and nonce of the receipt for the own upload.
 * @typedef {"plan" | "context" | "upload" | "sent" | "committee" | "receipt" | "list"} Kind
 */
/** @typedef {Readonly<{key: string, value: Uint8Array}>} Entry */

/** Bytes of a leaf's index. */
const LEAF = 4;
/** Kinds that a member told others; the others are of the home's own day. */
const TOLD = ["committee", "list"];

/**
 * The name of what a home says one thing about.
 * @param {Kind} kind
 * @param {string} day
 * @param {number} [cohort] 0 where the kind has none
 * @param {number} [subCohort] likewise
 */
export function journalKey(kind, day, cohort = 0, subCohort = 0) {
  return [kind, day, cohort, subCohort].join("/");
}

/**
 * The line for the receipt of the home's upload of a data day: leaf and nonce, 20 bytes.
 * @param {string} day
 * @param {number} leaf
 * @param {Uint8Array} nonce
 * @returns {Entry}
 */
export function receiptEntry(day, leaf, nonce) {
  return Object.freeze({ key: journalKey("receipt", day), value: concatBytes(uint32(leaf), nonce) });
}

/** A message was to be sent before its lines were in the journal. */
export class NotWritten extends Error {}

/** All entries that a home has written for one server. */
export class Journal {
  #entries;

  /** @param {Iterable<Entry>} [entries] */
  constructor(entries = []) {
    this.#entries = new Map([...entries].map(({ key, value }) => [key, value]));
  }

  /**
   * All lines.
   * @returns {readonly Entry[]}
   */
  get entries() {
    return [...this.#entries].map(([key, value]) => ({ key, value }));
  }

  /**
   * What the home wrote under this key; null if nothing.
   * @param {string} key
   */
  get(key) {
    return this.#entries.get(key) ?? null;
  }

  /**
   * Those of the entries that are not written yet.
   *
   * Refused "day-signed-before" or "told-before" where another value is written under the same key.
   * @param {readonly Entry[]} wanted
   * @returns {readonly Entry[]}
   */
  added(wanted) {
    for (const { key, value } of wanted) {
      const known = this.#entries.get(key);
      if (known !== undefined && !isSame(known, value)) throw refusal(key);
    }
    return wanted.filter(({ key }) => !this.#entries.has(key));
  }

  /**
   * Leaf and nonce of the receipt for the home's upload of a data day; null if it has none.
   * @param {string} day
   */
  receipt(day) {
    const value = this.get(journalKey("receipt", day));
    if (value === null) return null;
    const leaf = new DataView(value.buffer, value.byteOffset, value.length).getUint32(0, true);
    return Object.freeze({ leaf, nonce: value.slice(LEAF) });
  }

  /**
   * The journal with these entries, none of which may contradict an older one.
   * @param {readonly Entry[]} entries
   */
  with(entries) {
    return new Journal([...this.entries, ...this.added(entries)]);
  }

  /**
   * The journal once the receipt of a day's upload has come, or its window is over.
   *
   * The upload and the ticket's secrets give the counts back: it is kept no longer than a resend may need it.
   * @param {string} day
   */
  withoutUpload(day) {
    return new Journal(this.entries.filter(({ key }) => key !== journalKey("upload", day)));
  }
}

/**
 * A message that may be sent once its lines are in the journal.
 *
 * `lines` are all of them, `entries` those that were not in the journal when the message was made.
 */
export class Withheld {
  #message;

  /**
   * @param {Uint8Array} message
   * @param {readonly Entry[]} lines
   * @param {readonly Entry[]} entries
   */
  constructor(message, lines, entries) {
    this.#message = message;
    this.lines = Object.freeze([...lines]);
    this.entries = Object.freeze([...entries]);
    Object.freeze(this);
  }

  /**
   * The message, by the journal as it was read after the entries were written.
   *
   * NotWritten where a line is missing; Refused "day-signed-before" or "told-before" where the home said something else
   * since.
   * @param {Journal} journal
   */
  release(journal) {
    if (journal.added(this.lines).length > 0) {
      throw new NotWritten("the message's lines are not all in the journal");
    }
    return this.#message;
  }
}

/**
 * The data day that a key is about.
 * @param {string} key
 */
export const dayOf = (key) => key.split("/")[1];

/** @param {string} key */
function refusal(key) {
  const [kind, day] = key.split("/");
  if (TOLD.includes(kind)) return new Refused("told-before", `another ${kind} of ${day} was certified before`);
  return new Refused("day-signed-before", `another ${kind} of ${day} was signed before`);
}
