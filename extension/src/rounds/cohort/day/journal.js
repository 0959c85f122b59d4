// A home's journal: the statements that it made once and never contradicts (pdd_shared/rounds/cohort/day/journal.py,
// which says what this protects from).
//
// One journal serves both roles of a home, donor and member, for ever. An entry is written durably before the message
// that it is about is sent. So a home that crashes between the two repeats the same message.
//
// Two pages or workers may act at once, and both read the same journal. So the caller adds all new entries of a message
// in one IndexedDB transaction, with `add`, which fails if a key exists already; `put` would replace the value. If the
// transaction fails, the caller sends nothing. If it succeeds, the caller reads the journal again, and only that
// journal releases the message.

import { concatBytes } from "@noble/hashes/utils.js";
import { isSame, uint32 } from "../../../protocol/encoding.js";
import { Refused } from "../../refusals.js";

/**
 * The subject of an entry. Its value is, for "plan", the plan's digest and the tree's root; for "context", that of the
 * own upload; for "upload", the upload's bytes (the only kind that is erased); for "sent", the upload's nonce and
 * digest; for "committee", a committee's digest and the number of sub-cohorts; for "receipt", leaf and nonce of the
 * receipt for the own upload; for "list", the digest of the list that this member certified.
 * @typedef {"plan" | "context" | "upload" | "sent" | "committee" | "receipt" | "list"} Kind
 */
/** @typedef {Readonly<{key: string, value: Uint8Array}>} Entry */

/** Bytes of a leaf's index. */
const LEAF = 4;
/**
 * The kinds that a member's signature is about. They are refused as "told-before", all others as "day-signed-before".
 */
const TOLD = ["committee", "list"];

/**
 * Return the key of a journal entry, under which a home has one value for ever.
 * @param {Kind} kind
 * @param {string} day
 * @param {number} [cohort] the cohort of a "committee" or "list" entry, otherwise 0
 * @param {number} [subCohort] the sub-cohort of a "list" entry, otherwise 0
 */
export function journalKey(kind, day, cohort = 0, subCohort = 0) {
  return [kind, day, cohort, subCohort].join("/");
}

/**
 * Return the journal entry for the receipt of the home's upload of a data day: leaf and nonce, 20 bytes.
 * @param {string} day
 * @param {number} leaf
 * @param {Uint8Array} nonce
 * @returns {Entry}
 */
export function receiptEntry(day, leaf, nonce) {
  return Object.freeze({ key: journalKey("receipt", day), value: concatBytes(uint32(leaf), nonce) });
}

/** The caller tried to send a message before its entries were in the journal. */
export class NotWritten extends Error {}

/** All entries that a home has written for one server. */
export class Journal {
  #entries;

  /** @param {Iterable<Entry>} [entries] */
  constructor(entries = []) {
    this.#entries = new Map([...entries].map(({ key, value }) => [key, value]));
  }

  /**
   * Return all entries.
   * @returns {readonly Entry[]}
   */
  get entries() {
    return [...this.#entries].map(([key, value]) => ({ key, value }));
  }

  /**
   * Return the value that the home wrote under this key; null if it wrote none.
   * @param {string} key
   */
  get(key) {
    return this.#entries.get(key) ?? null;
  }

  /**
   * Return the entries that the journal does not have yet.
   *
   * Refused "told-before" if it has another value of a committee or list, "day-signed-before" for another value of any
   * other kind.
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
   * Return leaf and nonce of the receipt for the home's upload of a data day; null before the receipt.
   * @param {string} day
   */
  receipt(day) {
    const value = this.get(journalKey("receipt", day));
    if (value === null) return null;
    const leaf = new DataView(value.buffer, value.byteOffset, value.length).getUint32(0, true);
    return Object.freeze({ leaf, nonce: value.slice(LEAF) });
  }

  /**
   * Return the journal with these entries added; Refused as in `added` if one contradicts an older entry.
   * @param {readonly Entry[]} entries
   */
  with(entries) {
    return new Journal([...this.entries, ...this.added(entries)]);
  }

  /**
   * Return the journal without the bytes of a day's upload, once its receipt has come or its window is over.
   *
   * Whoever gets the upload, together with the ticket's secrets, can compute the counts in it. So it is kept only as
   * long as it may have to be sent again.
   * @param {string} day
   */
  withoutUpload(day) {
    return new Journal(this.entries.filter(({ key }) => key !== journalKey("upload", day)));
  }
}

/**
 * A message that may be sent once all its entries are in the journal.
 *
 * `lines` are all entries that it needs; `entries` are those of them that the caller still has to write.
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
   * Return the message if the journal, read again after the entries were written, allows it to be sent.
   *
   * NotWritten if an entry is missing; Refused "day-signed-before" or "told-before" if the home has made another
   * statement since.
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
 * Return the data day of a key.
 * @param {string} key
 */
export const dayOf = (key) => key.split("/")[1];

/** @param {string} key */
function refusal(key) {
  const [kind, day] = key.split("/");
  if (TOLD.includes(kind)) return new Refused("told-before", `another ${kind} of ${day} was certified before`);
  return new Refused("day-signed-before", `another ${kind} of ${day} was signed before`);
}
