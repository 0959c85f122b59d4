// What a home of the `cohort` protocol never does, however it is called: it uses no unverified keys, sends nothing
// before its journal has it, and says nothing under a plan that no longer holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHex, toHex } from "../../src/protocol/encoding.js";
import { openDay, openReceipt, submit } from "../../src/rounds/cohort/day/donor.js";
import { Journal, NotWritten, receiptEntry } from "../../src/rounds/cohort/day/journal.js";
import { answer, certify } from "../../src/rounds/cohort/day/member.js";
import { acceptEpoch, Published } from "../../src/rounds/cohort/epoch/acceptance.js";
import { Draw } from "../../src/rounds/cohort/epoch/draws.js";
import { CohortLeaves, Committee, openCohort, openCommittee } from "../../src/rounds/cohort/epoch/places.js";
import { Leaf } from "../../src/rounds/cohort/epoch/tree.js";
import {
  CLOSED,
  COMMITTEE,
  DAY,
  epochOf,
  homeStateOf,
  memberDay,
  onlineKey,
  PROOF,
  placeOf,
  planOf,
  publishedEpoch,
  receivedBy,
  SERVER,
  sentBy,
} from "../support/cohort_day.js";

const DATA_DAY = "2026-11-20";
const LIST = fromHex(DAY.list);
const CERTIFICATE = fromHex(DAY.certificate);

const donorDay = async (leaf = 0) => openDay(await planOf(), await placeOf(leaf), await publishedEpoch());

/**
 * Make a home's upload.
 * @param {Journal} journal
 * @param {object} [changes] of what it brings
 */
async function sent(journal, changes = {}) {
  return submit(await donorDay(), [], { ...(await homeStateOf(0)), journal, randomBytes: sentBy(0), ...changes });
}

/**
 * Make the signature of the member at place 1.
 * @param {Journal} journal
 * @param {object} [changes] of what it brings
 */
async function certified(journal, changes = {}) {
  return certify(await memberDay(1), LIST, { ...(await homeStateOf(0, CLOSED)), journal, ...changes });
}

/** The same member's answer. @param {Journal} journal @param {object} [changes] */
async function answered(journal, changes = {}) {
  return answer(await memberDay(1), LIST, CERTIFICATE, { ...(await homeStateOf(0, CLOSED)), journal, ...changes });
}

const draw = async () => (await placeOf(0)).draw;
const map = () => new Map(COMMITTEE.map((leaf) => [leaf.index, leaf]));

test("a member's day refuses unverified leaves and committees", async () => {
  const own = { draw: await draw(), cohort: 0, members: COMMITTEE, leaves: COMMITTEE };
  for (const leaves of [map(), own, null]) await assert.rejects(memberDay(1, { leaves }), TypeError);
  for (const committee of [COMMITTEE, own, null]) await assert.rejects(memberDay(1, { committee }), TypeError);
  assert.throws(() => new CohortLeaves(Symbol("verified"), own.draw, 0, COMMITTEE), TypeError);
  assert.throws(() => new Committee(Symbol("verified"), own.draw, 0, COMMITTEE), TypeError);
});

test("a donor's day needs its place's published epoch", async () => {
  const [plan, place, published] = [await planOf(), await placeOf(0), await publishedEpoch()];
  for (const odd of [undefined, null, { epoch: place.epoch }]) {
    assert.throws(() => openDay(plan, place, /** @type {any} */ (odd)), TypeError);
  }
  assert.throws(() => new Published(Symbol("verified"), place.epoch), TypeError);
  const later = { ...place, epoch: { ...place.epoch, start: "2026-11-19" } };
  assert.throws(() => openDay(plan, later, published), { reason: "foreign-epoch" });
});

test("leaves of another tree or cohort are refused", async () => {
  const tree = await draw();
  const [larger, root] = [new Draw(tree.root, 6), tree.root];
  for (const leaves of [openCohort(tree, 1, [], [root]), openCohort(larger, 0, [], [root])]) {
    await assert.rejects(memberDay(1, { leaves }), { reason: "wrong-committee" });
  }
  const committee = openCommittee(tree, 0, COMMITTEE, PROOF);
  assert.equal((await memberDay(2, { committee, leaves: openCohort(tree, 0, COMMITTEE, PROOF) })).place, 2);
});

for (const subCohort of [1, 5, -1, 0.5, Number.NaN, 2 ** 32]) {
  test(`a cohort that is not divided has no sub-cohort ${subCohort}`, () =>
    assert.rejects(memberDay(1, { subCohort }), { reason: "wrong-committee" }));
}

test("a committee that was not drawn, is not in the tree, or has a weak key is refused", async () => {
  const tree = await draw();
  const opened = openCommittee(tree, 0, COMMITTEE, PROOF);
  assert.equal(toHex(opened.digest), DAY.committee_digest);
  assert.deepEqual(
    COMMITTEE.map(({ index }) => opened.placeOf(index)),
    [1, 2, 3, 4, 5],
  );
  assert.throws(() => opened.placeOf(6), { reason: "not-a-member" });
  const [first, ...rest] = COMMITTEE;
  const [weak, stranger] = [new Uint8Array(32), rest[0].exchange];
  for (const [why, cohort, members, proof] of /** @type {[string, number, Leaf[], Uint8Array[]][]} */ ([
    ["wrong-committee", 1, [...COMMITTEE], PROOF],
    ["wrong-committee", -1, [...COMMITTEE], PROOF],
    ["wrong-committee", 0.5, [...COMMITTEE], PROOF],
    ["wrong-committee", 0, rest, PROOF],
    ["wrong-committee", 0, [...rest, first], PROOF],
    ["wrong-committee", 0, [...COMMITTEE], [weak]],
    ["wrong-committee", 0, [new Leaf(0, stranger, first.signing), ...rest], PROOF],
    ["weak-key", 0, [new Leaf(0, weak, first.signing), ...rest], PROOF],
    ["weak-key", 0, [new Leaf(0, first.exchange, weak), ...rest], PROOF],
  ])) {
    assert.throws(() => openCommittee(tree, cohort, members, proof), { reason: why });
  }
});

test("a home's knowledge has to be given completely, with null for nothing", async () => {
  const nothing = { known: null, sameNumber: null, receipt: null, ticketMade: null, reset: null, signedUntil: null };
  for (const forgotten of Object.keys(nothing)) {
    await assert.rejects(epochOf({ [forgotten]: undefined }), TypeError, forgotten);
  }
  const keys = { server: SERVER, onlineKey: await onlineKey(), today: DAY.today };
  assert.equal((await acceptEpoch(DAY.epoch, { ...keys, ...nothing })).size, 5);
});

test("a message is released only if the journal has its entries", async () => {
  for (const withheld of [await sent(new Journal()), await certified(new Journal())]) {
    assert.ok(!Object.values(withheld).some((value) => value instanceof Uint8Array));
    assert.throws(() => withheld.release(new Journal()), NotWritten);
    for (const missing of withheld.lines) {
      const kept = withheld.lines.filter((line) => line !== missing);
      assert.throws(() => withheld.release(new Journal(kept)), NotWritten);
    }
    assert.ok(withheld.release(new Journal(withheld.lines)).length >= 64);
  }
});

test("of two concurrent lists or uploads, only the journalled one is released", async () => {
  const journal = new Journal();
  const randomBytes = (/** @type {number} */ size) => new Uint8Array(size).fill(7);
  const [one, other] = [await sent(journal), await sent(journal, { randomBytes })];
  const written = journal.with(one.entries);
  assert.ok(one.release(written).length > 0);
  assert.throws(() => journal.with(one.entries).with(other.entries), { reason: "day-signed-before" });
  assert.throws(() => other.release(written), { reason: "day-signed-before" });
  const list = await certified(journal);
  const another = list.lines.map((line) =>
    line.key.startsWith("list") ? { ...line, value: new Uint8Array(32) } : line,
  );
  assert.throws(() => list.release(new Journal(another)), { reason: "told-before" });
});

test("after a receipt, whatever nonce it names, nothing more is sent for the day", async () => {
  const first = await sent(new Journal());
  const written = new Journal(first.entries);
  const received = receiptEntry(DATA_DAY, 0, new Uint8Array(16).fill(9));
  await assert.rejects(sent(written.with([received])), { reason: "day-signed-before" });
  await assert.rejects(sent(new Journal([received])), { reason: "day-signed-before" });
  assert.throws(() => first.release(written.with([received])), { reason: "day-signed-before" });
  const { entries, erased } = await openReceipt(DAY.uploads[0].receipt, await donorDay(), await onlineKey(), written);
  assert.deepEqual(entries, [receiptEntry(DATA_DAY, 0, fromHex(DAY.uploads[0].nonce))]);
  assert.ok(first.entries.some(({ key }) => key === erased));
});

test("a member with a receipt refuses a list without its own upload", async () => {
  const other = new Journal([receiptEntry(DATA_DAY, 0, new Uint8Array(16))]);
  await assert.rejects(certified(other), { reason: "denied-vector" });
  assert.ok(await certified(receivedBy(0)));
});

test("a home signs nothing with another leaf's secrets", async () => {
  const { secrets } = await homeStateOf(1);
  await assert.rejects(sent(new Journal(), { secrets }), { reason: "not-a-member" });
  await assert.rejects(certified(new Journal(), { secrets }), { reason: "not-a-member" });
  const journal = new Journal((await certified(new Journal())).entries);
  await assert.rejects(answered(journal, { secrets }), { reason: "not-a-member" });
});

for (const [what, change, reason] of /** @type {[string, any, string][]} */ ([
  ["a reset came", { since: "2026-11-21" }, "wrong-day"],
  ["a further epoch began", { nextStart: "2026-11-21" }, "wrong-day"],
  ["its epoch is another one", { epoch: { number: 99 } }, "foreign-plan"],
])) {
  test(`a home signs nothing under a plan after ${what}`, async () => {
    const journal = new Journal((await certified(new Journal())).entries);
    const later = async (/** @type {object} */ day) => ({ home: (await homeStateOf(0, { ...change, ...day })).home });
    await assert.rejects(sent(new Journal(), await later({})), { reason });
    await assert.rejects(certified(journal, await later(CLOSED)), { reason });
    await assert.rejects(answered(journal, await later(CLOSED)), { reason });
  });
}

test("a member answers only for a list that it journalled with plan and committee", async () => {
  const { entries } = await certified(new Journal());
  assert.ok((await answered(new Journal(entries))).length > 64);
  const list = entries.filter(({ key }) => key.startsWith("list"));
  await assert.rejects(answered(new Journal(list)), NotWritten);
});

test("a member certifies no list on the day of the earliest close", async () => {
  const { earliest_close: first } = (await planOf()).plan;
  const { home } = await homeStateOf(0, { today: first });
  await assert.rejects(certified(new Journal(), { home }), { reason: "too-late" });
});
