// A program for tests: donors that do what each line of JSON on stdin says, and answer with a line each.
//
// {"home": NAME, "call": METHOD of Donor, "with": [ARGUMENTS], "deadly": N} calls it; N > 0 kills the donor at its
// n-th step; "meanwhile": [METHOD, ARGUMENTS ...] is done by another page while it first asks the history; with
// "order" the answer is what it asked for, in order. {"home": NAME, "twice": METHOD} calls it twice at once. {"copy":
// NAME, "to": NAME} copies a home, {"kept": NAME, "table": TABLE} gives the rows of a table, {"drawn": NAME, "size":
// N} what a home drew at random in draws of N bytes. {"prepared": NAME, "plan": TEXT} gives what the home would send of
// a plan's day. {"set": {now, visits, zone, moment, period}} changes the computer; `moment` is what draws of 16 bytes give, in
// hex, on which the moments of check-ins depend.

import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { charges, described, prepareDonation } from "../../src/core/donation/prepare_donation.js";
import { DonorError } from "../../src/core/errors.js";
import { donorState } from "../../src/donor/days/donor_state.js";
import { readSearches } from "../../src/donor/days/read_searches.js";
import { Donor } from "../../src/donor/donor.js";
import { daysOf, lastDay } from "../../src/protocol/days.js";
import { fromHex, toHex } from "../../src/protocol/encoding.js";
import { KINDS } from "../../src/protocol/messages.js";
import { KINDS as COHORT_KINDS } from "../../src/rounds/cohort/messages.js";
import { fill } from "../../src/rounds/layout.js";
import { Computer, methodOf } from "../support/computer.js";
import { copied } from "../support/home_copy.js";
import { Fuse } from "../support/kill_switch.js";

/** @type {Computer & {moment?: string}} */
const computer = new Computer();
/** @type {Map<string, import("../../src/gateways/browser/donor_parts.js").Parts>} */
const homes = new Map();

/** @param {string} name */
function partsOf(name) {
  const parts = homes.get(name) ?? computer.parts({ randomBytes: remembering(name) });
  homes.set(name, parts);
  return parts;
}

/** What each home drew, in order. @type {Map<string, Uint8Array[]>} */
const drawn = new Map();

/** @param {string} name */
function remembering(name) {
  return (/** @type {number} */ size) => {
    const given = size === 16 ? computer.moment : undefined;
    const bytes = given === undefined ? new Uint8Array(randomBytes(size)) : fromHex(given);
    drawn.set(name, [...(drawn.get(name) ?? []), bytes]);
    return bytes;
  };
}

/** @param {{drawn: string, size: number}} line */
function drawnBy({ drawn: name, size }) {
  return (drawn.get(name) ?? []).filter(({ length }) => length === size).map(toHex);
}

/** @param {any} line */
async function answer(line) {
  if (line.set) return { done: Object.assign(computer, line.set) && null };
  if (line.copy) {
    homes.set(line.to, computer.parts({ indexedDB: await copied(partsOf(line.copy).indexedDB) }));
    return { done: null };
  }
  if (line.drawn) return { done: drawnBy(line) };
  if (line.kept) return { done: await rowsOf(line) };
  if (line.prepared) return { done: await prepared(line) };
  return outcome(line.twice ? twice(line) : call(line));
}

/** @param {any} line */
async function call({ home, call: method, with: given = [], deadly = 0, meanwhile, order }) {
  const fuse = new Fuse(deadly);
  /** @type {string[]} */
  const asked = [];
  const known = order ? noting(partsOf(home), asked) : partsOf(home);
  // A browser frees the lock of a killed page or worker. New parts have a new lock, so the next donor finds it free.
  const parts = deadly > 0 ? computer.parts({ indexedDB: known.indexedDB }) : known;
  const donor = /** @type {any} */ (await Donor.open(fuse.light(meanwhile ? interrupted(parts, meanwhile) : parts)));
  fuse.lightStore(donor.installation.store);
  try {
    const killed = fuse.blown.then(() => ({ killed: true }));
    return await Promise.race([
      killed,
      methodOf(donor, method)(...given).then((/** @type {any} */ done) => ({ done: order ? asked : (done ?? null) })),
    ]);
  } finally {
    noted = null;
    if (!fuse.dead) donor.close();
  }
}

/** Where it is noted that words are looked for in a text. @type {string[] | null} */
let noted = null;
const normalize = String.prototype.normalize;
String.prototype.normalize = function (form) {
  if (form === "NFKC") noted?.push("words");
  return normalize.call(this, form);
};

/**
 * Return the same parts, which note in order what a donor asks for: paths at the server, "history", "words" of a text.
 * @param {import("../../src/gateways/browser/donor_parts.js").Parts} parts
 * @param {string[]} asked
 * @returns {import("../../src/gateways/browser/donor_parts.js").Parts}
 */
function noting(parts, asked) {
  noted = asked;
  const history = /** @type {import("../../src/gateways/browser/history.js").HistoryApi} */ (parts.history);
  return {
    ...parts,
    fetch: (url, options) => {
      asked.push(new URL(url).pathname);
      return parts.fetch(url, options);
    },
    history: {
      ...history,
      search: (query) => {
        asked.push("history");
        return history.search(query);
      },
    },
  };
}

/**
 * Return the same parts, but another page does something while the history is read for the first time.
 * @param {import("../../src/gateways/browser/donor_parts.js").Parts} parts
 * @param {[string, ...unknown[]]} meanwhile
 */
function interrupted(parts, [method, ...given]) {
  const history = /** @type {import("../../src/gateways/browser/history.js").HistoryApi} */ (parts.history);
  let first = true;
  /** @param {Parameters<typeof history.search>[0]} query */
  const search = async (query) => {
    const found = await history.search(query);
    if (first) {
      first = false;
      const other = /** @type {any} */ (await Donor.open(parts));
      await methodOf(other, method)(...given);
      other.close();
    }
    return found;
  };
  return { ...parts, history: { ...history, search } };
}

/** @param {any} line */
async function twice({ home, twice: method }) {
  const donors = /** @type {any[]} */ ([await Donor.open(partsOf(home)), await Donor.open(partsOf(home))]);
  const done = await Promise.allSettled(donors.map((donor) => methodOf(donor, method)()));
  for (const donor of donors) donor.close();
  for (const one of done) if (one.status === "rejected") throw one.reason;
  return { done: null };
}

/** @param {{kept: string, table: import("../../src/gateways/home_store/schema.js").Table}} line */
async function rowsOf({ kept, table }) {
  const donor = await Donor.open(partsOf(kept));
  const rows = await donor.installation.store.read(({ tables }) => tables.all(table));
  donor.close();
  return rows;
}

/**
 * Return what a home would send of a plan's day, before noise and mask: in `plain` the vector, in `cohort` its blocks.
 * @param {{prepared: string, plan: string}} line
 */
async function prepared({ prepared: name, plan: text }) {
  const isPlain = JSON.parse(text).protocol === "plain";
  const plan = isPlain ? KINDS.plan(text) : COHORT_KINDS["cohort-plan"](text);
  const donor = await Donor.open(partsOf(name));
  const { installation } = donor;
  const { info } = await installation.membership();
  const state = await installation.store.read((home) => donorState(home, plan.day, info, computer.now));
  const [monday] = daysOf("week", lastDay("week", plan.day));
  const read = async () => (await readSearches(installation, [monday, plan.day], info.zone)).searches;
  const { donation, canWait } = await prepareDonation(plan, state, read);
  donor.close();
  const { given, objections, paused } = donation;
  const vector = plan.protocol === "plain" ? [...fill(plan.layout, given)] : given.map(described);
  return { vector, objections, paused, canWait, charges: charges(donation) };
}

/** @param {Promise<object>} work */
async function outcome(work) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DonorError)) throw error;
    return { error: { code: error.code, line: error.message } };
  }
}

/**
 * @param {string} _
 * @param {unknown} value
 */
function plain(_, value) {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(JSON.parse(line)), plain));
}

// A killed donor never ends its waiting, which would keep the process alive.
process.exit(0);
