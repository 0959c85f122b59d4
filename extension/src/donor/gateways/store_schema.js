// The tables of a donor's home, one migration after the other; none of them ever holds the text of a search.

/** @type {readonly ((database: IDBDatabase, transaction: IDBTransaction) => void)[]} */
export const MIGRATIONS = [first, refusedCampaigns, protocols, cohorts];

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
 * Bring a database from an older version to this one; 0 is one that has just been made.
 * @param {IDBOpenDBRequest} request the one that found it to be older
 * @param {number} from
 */
export function migrate({ result, transaction }, from) {
  for (const migration of MIGRATIONS.slice(from)) migration(result, /** @type {IDBTransaction} */ (transaction));
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

/**
 * The campaign that a refusal is about, which earlier versions named in a sentence alone.
 * @param {IDBDatabase} _
 * @param {IDBTransaction} transaction
 */
function refusedCampaigns(_, transaction) {
  const rows = transaction.objectStore("log").openCursor();
  rows.onsuccess = () => {
    const cursor = rows.result;
    if (cursor === null) return;
    const campaign = /^zeros were sent for (.+)$/.exec(cursor.value.detail ?? "")?.[1] ?? null;
    cursor.update({ ...cursor.value, campaign, detail: campaign === null ? cursor.value.detail : null });
    cursor.continue();
  };
}

/**
 * Aborts if terms without a protocol were agreed to, and leaves all as it is; what the server offered without one is
 * loaded again.
 * @param {IDBDatabase} _
 * @param {IDBTransaction} transaction
 */
function protocols(_, transaction) {
  const consents = transaction.objectStore("consents").getAll();
  consents.onsuccess = () => {
    if (!consents.result.every(hasProtocol)) transaction.abort();
  };
  const offered = transaction.objectStore("campaigns").openCursor();
  offered.onsuccess = () => {
    const cursor = offered.result;
    if (cursor === null) return;
    if (!hasProtocol(cursor.value)) cursor.delete();
    cursor.continue();
  };
  transaction.objectStore("facts").delete("campaigns_tag");
}

/**
 * What a home keeps of the `cohort` protocol: the journal of what it said; days that wait, and plans of uploads; epochs;
 * its tickets, and what these agreed on with others; committees and cohorts that it serves; lists that it certified;
 * what convicts a server.
 *
 * Aborts if a server was joined whose identity key signs no other key: no server of today is like that.
 * @param {IDBDatabase} database
 * @param {IDBTransaction} transaction
 */
function cohorts(database, transaction) {
  database.createObjectStore("said", { keyPath: "key" });
  for (const name of ["waiting", "plans"]) database.createObjectStore(name, { keyPath: "day" });
  database.createObjectStore("epochs", { keyPath: "number" });
  for (const name of ["tickets", "agreements"]) database.createObjectStore(name, { keyPath: "ticket" });
  database.createObjectStore("leaves", { keyPath: ["epoch", "cohort", "what"] });
  database.createObjectStore("lists", { keyPath: ["day", "cohort", "subCohort"] });
  database.createObjectStore("evidence", { keyPath: ["reason", "about"] });
  const server = transaction.objectStore("facts").get("server");
  server.onsuccess = () => {
    if (server.result !== undefined && JSON.parse(server.result).online === undefined) transaction.abort();
  };
}

/** @param {{payload: string}} row a campaign as it was signed */
function hasProtocol({ payload }) {
  return JSON.parse(payload).terms.protocol !== undefined;
}
