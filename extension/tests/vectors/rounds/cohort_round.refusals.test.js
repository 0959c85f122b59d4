// A home refuses each message that the vectors say it refuses in the `cohort` protocol, by that name. It accepts the
// same messages unaltered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plusDays } from "../../../src/protocol/days.js";
import { fromHex, uint32 } from "../../../src/protocol/encoding.js";
import { openDay, submit } from "../../../src/rounds/cohort/day/donor.js";
import { Journal, journalKey } from "../../../src/rounds/cohort/day/journal.js";
import { answer, certify, listKey } from "../../../src/rounds/cohort/day/member.js";
import { knownEpoch, openOnlineKey, openReceipt } from "../../../src/rounds/cohort/epoch/acceptance.js";
import { compare, weeks } from "../../../src/rounds/cohort/epoch/log_comparison.js";
import { openPlace } from "../../../src/rounds/cohort/epoch/places.js";
import { followLog, followRestored, readLog } from "../../../src/rounds/cohort/epoch/public_log.js";
import { Leaf } from "../../../src/rounds/cohort/epoch/tree.js";
import { KINDS } from "../../../src/rounds/cohort/messages.js";
import { Refused } from "../../../src/rounds/refusals.js";
import {
  CLOSED,
  DAY,
  epochOf,
  homeStateOf,
  journalOf,
  leafOf,
  memberDay,
  onlineKey,
  placeOf,
  planOf,
  publishedEpoch,
  receiptOf,
  receivedBy,
  SERVER,
  sentBy,
} from "../../support/cohort_day.js";
import { COHORT } from "../../support/cohort_vectors.js";

/** What the server refuses, which has no half in JavaScript. */
const OF_THE_SERVER = ["ticket", "upload", "answer"];
const LIST = fromHex(DAY.list);

/** @type {Record<string, (told: any) => Promise<unknown>>} */
const SHOWN = {
  "online-key": ({ message }) => openOnlineKey(message, SERVER, DAY.today),

  async epoch({ message, known = null, signed = null, reset = null }) {
    const isSame = known !== null && message.payload.includes(`"number":${known.number},`);
    const remembered = { known, sameNumber: isSame ? known : null, receipt: await receiptOf(0) };
    const told = reset && { server: DAY.server, ...reset };
    const announced = told ?? (known?.reset ? { server: DAY.server, number: known.reset, day: known.start } : null);
    return epochOf({ ...remembered, reset: announced, signedUntil: signed && plusDays(signed, 1) }, message);
  },

  async log(shown) {
    return followLog(COHORT.log.lines.slice(0, 1), shown, { server: SERVER, onlineKey: await onlineKey() });
  },

  async receipt({ message, placed = false }) {
    const ticket = fromHex(DAY.donors[0].ticket.digest);
    const known = placed ? knownEpoch(await epochOf()) : null;
    const held = { ticket, known, promised: null, reset: null };
    return openReceipt(message, { server: SERVER, onlineKey: await onlineKey(), ...held });
  },

  async place({ epoch, committee, proof }) {
    const leaves = committee.map((/** @type {string} */ leaf) => Leaf.from(fromHex(leaf)));
    const receipt = await receiptOf(0);
    return openPlace(KINDS.epoch(epoch.payload), leafOf(0), receipt, leaves, proof.map(fromHex), SERVER, null);
  },

  async plan({ message, ticket_made = DAY.ticket_made, reset = { day: "" }, today = DAY.today, journal }) {
    const since = ticket_made > reset.day ? ticket_made : reset.day;
    const plan = await planOf({ since, today }, message);
    const held = { ...(await homeStateOf(0, { since, today })), journal: journalOf(journal, plan) };
    const day = openDay(plan, await placeOf(0), await publishedEpoch());
    return submit(day, [], { ...held, randomBytes: sentBy(0) });
  },

  async list({ list, journal, today = DAY.closed }) {
    const written = journalOf(journal, await planOf()).with(receivedBy(4).entries);
    const own = { ...(await homeStateOf(4, { today })), journal: written };
    return certify(await memberDay(5), fromHex(list), own);
  },

  async certificate({ certificate }) {
    const [day, own] = [await memberDay(1), await homeStateOf(0, CLOSED)];
    const { entries } = await certify(day, LIST, { ...own, journal: new Journal() });
    return answer(day, LIST, fromHex(certificate), { ...own, journal: new Journal(entries) });
  },
};

for (const told of COHORT.bad) {
  if (OF_THE_SERVER.includes(told.kind)) continue;
  test(`refused: ${told.kind}: ${told.why}`, () =>
    assert.rejects(SHOWN[told.kind](told), (thrown) => {
      assert.ok(thrown instanceof Refused, `${thrown}`);
      assert.equal(thrown.reason, told.refusal, thrown.detail);
      return true;
    }));
}

for (const [kind, told] of /** @type {[string, any][]} */ ([
  ["online-key", { message: DAY.online_key }],
  ["epoch", { message: DAY.epoch }],
  ["receipt", { message: DAY.donors[0].receipt }],
  ["place", { epoch: DAY.epoch, committee: [0, 1, 2, 3, 4].map((leaf) => DAY.donors[leaf].leaf_bytes), proof: [] }],
  ["plan", { message: DAY.plan }],
  ["list", { list: DAY.list }],
  ["list", { list: DAY.list, journal: { list: DAY.list_digest } }],
  ["certificate", { certificate: DAY.certificate }],
])) {
  test(`accepted unaltered: ${kind}`, async () => {
    await SHOWN[kind](told);
  });
}

test("a member does not answer for a list that it has not certified", async () => {
  const [day, own] = [await memberDay(1), await homeStateOf(0, CLOSED)];
  const { entries } = await certify(day, LIST, { ...own, journal: new Journal() });
  const certificate = fromHex(DAY.certificate);
  const asked = (/** @type {Uint8Array} */ list, /** @type {Journal} */ journal) =>
    answer(day, list, certificate, { ...own, journal });
  await assert.rejects(asked(LIST, new Journal()), { reason: "bad-certificate" });
  const others = fromHex(COHORT.bad.find((/** @type {any} */ { kind }) => kind === "list").list);
  await assert.rejects(asked(others, new Journal(entries)), { reason: "told-before" });
  const [plan] = entries.filter(({ key }) => key === journalKey("plan", "2026-11-20"));
  const otherDay = entries.map((entry) => (entry === plan ? { ...plan, value: uint32(1) } : entry));
  await assert.rejects(asked(LIST, new Journal(otherDay)), { reason: "day-signed-before" });
  assert.equal(listKey(day), entries[entries.length - 1].key);
});

for (const { why, known, lost, ...told } of COHORT.log.restored) {
  test(`a restored log: ${why}`, async () => {
    const keys = { server: SERVER, onlineKey: await onlineKey() };
    const asked = followRestored(COHORT.log.lines.slice(0, known), { first: 0, ...told }, keys);
    if (lost === null) return assert.rejects(asked, { reason: "forked-log" });
    const log = await asked;
    assert.deepEqual(
      log.lost.map(({ number }) => number),
      lost,
    );
    assert.equal(log.largestTree("2026-11-20"), 34);
  });
}

for (const { why, known, result, ...checkpoint } of COHORT.log.compared) {
  test(`a checkpoint of others: ${why}`, () => {
    assert.equal(compare(COHORT.log.lines.slice(0, known), checkpoint), result);
  });
}

test("homes show the numbers of the epochs that they know", () => {
  for (const { known, weeks: expected } of COHORT.log.weeks) {
    const shown = weeks(COHORT.log.lines.slice(0, known)).map(({ start, fingerprint }) => [start, fingerprint]);
    assert.deepEqual(shown, expected);
  }
});

test("a log may go back after a reset", () => {
  for (const lines of COHORT.log.good) assert.deepEqual(readLog(lines, SERVER).lines, lines);
});

test("the log is accepted from each of its lines on, and knows its trees", async () => {
  const { lines, checkpoints, largest } = COHORT.log;
  const keys = { server: SERVER, onlineKey: await onlineKey() };
  for (const known of lines.keys()) {
    const shown = { first: known, lines: lines.slice(known), checkpoint: checkpoints.at(-1), witnessed: undefined };
    const log = await followLog(lines.slice(0, known), shown, keys);
    for (const [day, size] of Object.entries(largest)) assert.equal(log.largestTree(day), size, day);
  }
  assert.ok(await followLog([], { first: 0, lines: [], checkpoint: checkpoints[0], witnessed: undefined }, keys));
  const { epochs } = readLog(lines, SERVER);
  readLog(lines, SERVER).checkLogged(epochs[1]);
  assert.throws(() => readLog(lines, SERVER).checkLogged({ ...epochs[1], number: 2 }), { reason: "not-logged" });
  assert.throws(() => readLog(lines, SERVER).checkLogged({ ...epochs[1], size: 31 }), { reason: "two-epochs" });
});
