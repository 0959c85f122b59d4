// The tables of a donor's home. No table holds the text of a search.

/** The version of the tables. Versions 1 to 5 are of earlier versions of this extension, whose homes it can no longer read. */
export const VERSION = 9;

/** The oldest version whose homes can be read. */
export const OLDEST = 6;

/** @typedef {(typeof TABLES)[number]} Table */
export const TABLES = /** @type {const} */ ([
  "facts",
  "keys",
  "consents",
  "campaigns",
  "blocked",
  "removedSearches",
  "pauses",
  "journal",
  "log",
  "pins",
  "charges",
  "decisions",
  "keptDays",
  "results",
  "cohortJournal",
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
 * Make the tables that a database lacks. For a database that is too old, abort the upgrade, which leaves it as it is.
 * @param {IDBOpenDBRequest} request the one that opens the database
 * @param {number} from the database's version, 0 if it is new
 */
export function migrate({ result, transaction }, from) {
  if (isOutdated(from)) {
    transaction?.abort();
    return;
  }
  if (from < 6) makeTables(result);
  if (from < 7) result.createObjectStore("keptDays", { keyPath: ["campaign", "day"] });
  // Until version 8 more pages were searches: fewer searches than were kept would look like a cleared history.
  else if (from < 9) transaction?.objectStore("keptDays").clear();
}

/**
 * Return whether a database of this version is too old to be read.
 * @param {number} version 0 for a new database
 */
export function isOutdated(version) {
  return version > 0 && version < OLDEST;
}

/**
 * Make the tables of version 6. Later ones are made by `migrate`: `keptDays`, which are the counts of the days of weeks
 * that are not sent yet.
 *
 * - `facts`, `keys`: facts about the installation, and its keys.
 * - `consents`, `campaigns`: consents, and the campaigns as the server signed them last.
 * - `blocked`, `removedSearches`, `pauses`: blocked words, removed searches, pauses.
 * - `journal`, `decisions`, `charges`: the messages of locked days, decisions about open days, the cost of each day.
 * - `log`: everything that left, and every refusal.
 * - `pins`: the keys of other members of `plain` groups, as first seen.
 * - `results`: the published results.
 *
 * For the `cohort` protocol:
 *
 * - `cohortJournal`: what the home said in `cohort`.
 * - `waiting`, `plans`: when days go out, and the signed texts of uploads.
 * - `epochs`, `tickets`, `agreements`: epochs, this home's tickets, and their key agreements.
 * - `leaves`, `lists`: the cohorts and committees that the home serves, and the lists that it certified.
 * - `evidence`: evidence against the server.
 * @param {IDBDatabase} database
 */
function makeTables(database) {
  for (const name of ["facts", "keys", "blocked", "pins"]) database.createObjectStore(name);
  for (const name of ["consents", "log"]) database.createObjectStore(name, { autoIncrement: true });
  database.createObjectStore("campaigns", { keyPath: "id" });
  for (const name of ["journal", "decisions", "waiting", "plans"]) database.createObjectStore(name, { keyPath: "day" });
  database.createObjectStore("pauses", { keyPath: "start" });
  database.createObjectStore("removedSearches", { keyPath: ["mark", "time"] });
  database.createObjectStore("charges", { keyPath: ["day", "campaign"] });
  database.createObjectStore("results", { keyPath: "campaign" });
  database.createObjectStore("cohortJournal", { keyPath: "key" }).createIndex("day", "day");
  database.createObjectStore("epochs", { keyPath: "number" });
  for (const name of ["tickets", "agreements"]) database.createObjectStore(name, { keyPath: "ticket" });
  database.createObjectStore("leaves", { keyPath: ["epoch", "cohort", "what"] });
  database.createObjectStore("lists", { keyPath: ["day", "cohort", "subCohort"] });
  database.createObjectStore("evidence", { keyPath: ["reason", "about"] });
}
