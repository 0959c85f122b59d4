// Acts of a home of the `cohort` protocol in JSON, for tests in another language and in browsers. `done` takes an act
// and the state of the home (bytes in hex), and returns what the home says, or the name of its refusal.

import { fromHex, toHex } from "../../src/protocol/encoding.js";
import { InvalidMessage } from "../../src/protocol/fields.js";
import { isWeakExchange, isWeakSigning } from "../../src/protocol/primitives.js";
import { openDay, submit } from "../../src/rounds/cohort/day/donor.js";
import { Journal, NotWritten } from "../../src/rounds/cohort/day/journal.js";
import * as member from "../../src/rounds/cohort/day/member.js";
import { openPlan } from "../../src/rounds/cohort/day/plans.js";
import * as epochs from "../../src/rounds/cohort/epoch/acceptance.js";
import { Draw } from "../../src/rounds/cohort/epoch/draws.js";
import { readShown } from "../../src/rounds/cohort/epoch/leaf_proofs.js";
import * as places from "../../src/rounds/cohort/epoch/places.js";
import { Agreements, eraseAfter, TicketSecrets } from "../../src/rounds/cohort/epoch/tickets.js";
import { Leaf } from "../../src/rounds/cohort/epoch/tree.js";
import { KINDS } from "../../src/rounds/cohort/messages.js";
import { Refused } from "../../src/rounds/refusals.js";

/** @param {string} hex */
const leaf = (hex) => Leaf.from(fromHex(hex));

/** @param {readonly [string, string][]} lines */
const journal = (lines) => new Journal(lines.map(([key, value]) => ({ key, value: fromHex(value) })));

/** @param {readonly import("../../src/rounds/cohort/day/journal.js").Entry[]} entries */
const lines = (entries) => entries.map(({ key, value }) => [key, toHex(value)]);

/** @param {any} told */
function view({ server, zone, online_key, epoch, next_start, since, today, recent }) {
  const keys = { server: fromHex(server), zone, onlineKey: fromHex(online_key) };
  return { ...keys, epoch, nextStart: next_start, since, today, recent };
}

/**
 * What a home brings; `later` is what its view changed to since it opened the plan.
 * @param {any} told
 */
async function homeState({ later = {}, ...told }) {
  const [exchange, signing] = told.secrets;
  const secrets = await TicketSecrets.from(fromHex(exchange), fromHex(signing));
  const home = view({ ...told, ...later });
  return { secrets, agreements: new Agreements(secrets), home, journal: journal(told.journal) };
}

/** @param {any} told */
const plan = (told) => openPlan(told.plan, view(told));

/** @param {any} told */
function published({ published: signed, epoch, server, online_key }) {
  return epochs.checkPublished(signed, epoch, { server: fromHex(server), onlineKey: fromHex(online_key) });
}

/** @param {any} told */
function place({ epoch, own, ticket_receipt, committee, proof, server, placed = null }) {
  const shown = /** @type {const} */ ([committee.map(leaf), proof.map(fromHex), fromHex(server)]);
  return places.openPlace(epoch, leaf(own), ticket_receipt, ...shown, placed && leaf(placed));
}

/**
 * Return a source of the random bytes that were drawn in the other language, in the same order.
 * @param {readonly string[]} drawn
 */
function randomness(drawn) {
  const left = drawn.map(fromHex);
  return (/** @type {number} */ size) => {
    const next = left.shift();
    if (next?.length !== size) throw new Error(`${size} bytes were not drawn next`);
    return next;
  };
}

/** @param {any} told */
async function memberDay(told) {
  const checked = await plan(told);
  const draw = new Draw(fromHex(told.epoch.root), told.epoch.size);
  const members = /** @type {const} */ ([told.committee.map(leaf), told.committee_proof.map(fromHex)]);
  const committee = places.openCommittee(draw, told.cohort, ...members);
  const leaves = places.openCohort(draw, told.cohort, told.leaves.map(leaf), told.leaves_proof.map(fromHex));
  return member.openDay(checked, { committee, leaves, subCohort: told.sub_cohort, own: leaf(told.own).index });
}

/** @type {Record<string, (told: any) => any>} */
const ACTS = {
  read: ({ kind, text }) => KINDS[/** @type {keyof typeof KINDS} */ (kind)](text),

  weak: ({ keys }) =>
    keys.map(fromHex).map((/** @type {Uint8Array} */ key) => [isWeakExchange(key), isWeakSigning(key)]),

  shown({ data }) {
    const { leaves, proof } = readShown(fromHex(data));
    return [leaves.map(({ encoded }) => toHex(encoded)), proof.map(toHex)];
  },

  onlineKey: async ({ online, server, today }) => toHex(await epochs.openOnlineKey(online, fromHex(server), today)),

  receipt({ receipt, server, online_key, ticket, ...held }) {
    const given = { server: fromHex(server), onlineKey: fromHex(online_key), ticket: fromHex(ticket) };
    return epochs.openReceipt(receipt, { ...given, ...held });
  },

  async published({ next_start, days, ...told }) {
    const { epoch } = await published(told);
    const held = days.map((/** @type {string} */ day) => epochs.holds(epoch.start, next_start, day));
    return [eraseAfter(epochs.lastDataDay(epoch.start, next_start)), held];
  },

  reset({ reset, server, online_key, today, known }) {
    return epochs.acceptReset(reset, { server: fromHex(server), onlineKey: fromHex(online_key), today, known });
  },

  epoch({ signed, server, online_key, ...held }) {
    return epochs.acceptEpoch(signed, { server: fromHex(server), onlineKey: fromHex(online_key), ...held });
  },

  place(told) {
    const { cohort, committeeDigest: named, places } = place(told);
    return { cohort, committee_digest: toHex(named), places };
  },

  async submit(told) {
    const own = await homeState(told);
    const day = openDay(await plan(told), place(told), await published(told));
    const sent = await submit(day, told.counts, { ...own, randomBytes: randomness(told.random) });
    const upload = sent.release(own.journal.with(sent.entries));
    return { context: toHex(day.context), upload: toHex(upload), entries: lines(sent.entries) };
  },

  async certify(told) {
    const own = await homeState(told);
    const said = await member.certify(await memberDay(told), fromHex(told.list), own);
    return { signature: toHex(said.release(own.journal.with(said.entries))), entries: lines(said.entries) };
  },

  async answer(told) {
    const own = await homeState(told);
    return toHex(await member.answer(await memberDay(told), fromHex(told.list), fromHex(told.certificate), own));
  },
};

/**
 * Return what the home says: {said}, {refused: name}, {invalid} for a text that is no message, {unwritten} if the
 * journal lacks a line, or {unfit} for counts that don't fit the plan.
 * @param {any} told
 */
export async function done({ act, ...told }) {
  try {
    return { said: await ACTS[act](told) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    if (error instanceof NotWritten) return { unwritten: true };
    if (error instanceof InvalidMessage) return { invalid: true };
    if (error instanceof RangeError && act === "submit") return { unfit: true };
    throw error;
  }
}

/**
 * Return what homes say in several acts, one after the other.
 * @param {readonly any[]} all
 */
export async function allDone(all) {
  const said = [];
  for (const told of all) said.push(await done(told));
  return said;
}
