// The tables of a donor's home, one migration after the other; none of them ever holds the text of a search.

/** @type {readonly ((database: IDBDatabase) => void)[]} */
const MIGRATIONS = [first];

export const VERSION = MIGRATIONS.length;

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
  "rounds",
  "pins",
  "charges",
  "decisions",
  "results",
]);

/**
 * Bring a database from an older version to this one; 0 is one that has just been made.
 * @param {IDBDatabase} database
 * @param {number} from
 */
export function migrate(database, from) {
  for (const migration of MIGRATIONS.slice(from)) migration(database);
}

/**
 * Facts and keys of the installation, consents, exclusions, the journal of what was blinded, the log of what left;
 * what is kept of `recoverable` rounds, and the keys of others as first seen; what each day cost; what was decided
 * about days; what the campaigns publish.
 * @param {IDBDatabase} database
 */
function first(database) {
  for (const name of ["facts", "keys", "blocked", "pins"]) database.createObjectStore(name);
  for (const name of ["consents", "log"]) database.createObjectStore(name, { autoIncrement: true });
  database.createObjectStore("campaigns", { keyPath: "id" });
  for (const name of ["journal", "rounds", "decisions"]) database.createObjectStore(name, { keyPath: "day" });
  database.createObjectStore("pauses", { keyPath: "start" });
  database.createObjectStore("skips", { keyPath: ["mark", "time"] });
  database.createObjectStore("charges", { keyPath: ["day", "campaign"] });
  database.createObjectStore("results", { keyPath: "campaign" });
}
