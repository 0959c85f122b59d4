// The tables of a donor's home. No table holds the text of a search.

/** Versions 1 to 4 were made by earlier versions of this extension, under a protocol that is gone. */
export const VERSION = 5;

/** @typedef {(typeof TABLES)[number]} Table */
export const TABLES = /** @type {const} */ ([
  "facts",
  "keys",
  "consents",
  "campaigns",
  "blocked",
  "skips",
  "pauses",
  "journal",
  "log",
  "pins",
  "charges",
  "decisions",
  "results",
  "said",
  "waiting",
  "plans",
  "epochs",
  "tickets",
  "agreements",
  "leaves",
  "lists",
  "evidence",
]);

/**
 * Make the tables of a database that has just been made. One of an earlier version is left as it is: this aborts.
 * @param {IDBOpenDBRequest} request the one that found it to be older
 * @param {number} from its version, 0 if it has just been made
 */
export function migrate({ result, transaction }, from) {
  if (from > 0) transaction?.abort();
  else makeTables(result);
}

/**
 * Facts and keys of the installation, consents, exclusions, the journal of what was locked, the log of what left; the keys
 * of others as first seen in `plain`; what each day cost; what was decided about days; what the campaigns publish.
 *
 * Of the `cohort` protocol: the journal of what the home said; days that wait, and plans of uploads; epochs; its tickets,
 * and what these agreed on with others; committees and cohorts that it serves; lists that it certified; what convicts a
 * server.
 * @param {IDBDatabase} database
 */
function makeTables(database) {
  for (const name of ["facts", "keys", "blocked", "pins"]) database.createObjectStore(name);
  for (const name of ["consents", "log"]) database.createObjectStore(name, { autoIncrement: true });
  database.createObjectStore("campaigns", { keyPath: "id" });
  for (const name of ["journal", "decisions", "waiting", "plans"]) database.createObjectStore(name, { keyPath: "day" });
  database.createObjectStore("pauses", { keyPath: "start" });
  database.createObjectStore("skips", { keyPath: ["mark", "time"] });
  database.createObjectStore("charges", { keyPath: ["day", "campaign"] });
  database.createObjectStore("results", { keyPath: "campaign" });
  database.createObjectStore("said", { keyPath: "key" }).createIndex("day", "day");
  database.createObjectStore("epochs", { keyPath: "number" });
  for (const name of ["tickets", "agreements"]) database.createObjectStore(name, { keyPath: "ticket" });
  database.createObjectStore("leaves", { keyPath: ["epoch", "cohort", "what"] });
  database.createObjectStore("lists", { keyPath: ["day", "cohort", "subCohort"] });
  database.createObjectStore("evidence", { keyPath: ["reason", "about"] });
}
