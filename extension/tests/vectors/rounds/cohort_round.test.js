// A whole day of the `cohort` protocol, each home's half of it, gives the vectors' bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { concatBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../../../src/protocol/encoding.js";
import { DonorSecrets } from "../../../src/protocol/keys.js";
import { signedDigest } from "../../../src/protocol/signing.js";
import * as donor from "../../../src/rounds/cohort/day/donor.js";
import { Journal, journalKey, receiptEntry } from "../../../src/rounds/cohort/day/journal.js";
import { CohortLayout } from "../../../src/rounds/cohort/day/layout.js";
import { listDigest, readList } from "../../../src/rounds/cohort/day/lists.js";
import * as member from "../../../src/rounds/cohort/day/member.js";
import { CheckedPlan } from "../../../src/rounds/cohort/day/plans.js";
import { digest } from "../../../src/rounds/cohort/encoding.js";
import { knownEpoch } from "../../../src/rounds/cohort/epoch/acceptance.js";
import { duties } from "../../../src/rounds/cohort/epoch/places.js";
import { Agreements, eraseAfter, makeTicket, ticketDigest } from "../../../src/rounds/cohort/epoch/tickets.js";
import { KINDS } from "../../../src/rounds/cohort/messages.js";
import { TreeSize } from "../../../src/rounds/cohort/parameters.js";
import {
  CLOSED,
  COMMITTEE,
  DAY,
  epochOf,
  homeStateOf,
  memberDay,
  onlineKey,
  placeOf,
  planOf,
  publishedEpoch,
  receiptOf,
  receivedBy,
  SERVER,
  secretsOf,
  sentBy,
  uploadReceiptOf,
} from "../../support/cohort_day.js";
import { COHORT } from "../../support/cohort_vectors.js";

const UPLOADED = DAY.uploads.map((/** @type {any} */ { leaf }) => leaf);
const LIST = fromHex(DAY.list);
const CERTIFICATE = fromHex(DAY.certificate);
const PLACES = [1, 2, 3, 4, 5];

/** @param {number} leaf */
async function dayOf(leaf) {
  return donor.openDay(await planOf(), await placeOf(leaf), await publishedEpoch());
}

test("tickets equal the vectors, byte for byte", async () => {
  for (const [leaf, { identity_seed, ticket }] of Object.entries(DAY.donors)) {
    const identity = await DonorSecrets.from(fromHex(identity_seed), new Uint8Array(32).fill(1));
    const made = await makeTicket(await secretsOf(Number(leaf)), identity, SERVER);
    const { digest, ...told } = ticket;
    assert.deepEqual(Object.fromEntries(Object.entries(made).map(([name, bytes]) => [name, toHex(bytes)])), told);
    assert.equal(toHex(ticketDigest(made, SERVER)), digest);
  }
  assert.equal(eraseAfter("2026-11-20"), "2026-12-11");
});

test("a home finds its place, in the tree or appended to it", async () => {
  for (const leaf of UPLOADED) {
    const place = await placeOf(leaf);
    assert.equal(place.cohort, 0);
    assert.equal(toHex(place.committeeDigest), DAY.committee_digest);
    assert.deepEqual(place.places, leaf < COMMITTEE.length ? [leaf + 1] : []);
    assert.deepEqual(
      duties(place.draw, leaf).map(({ place }) => place),
      place.places,
    );
  }
  const known = knownEpoch(await epochOf());
  assert.deepEqual(await epochOf({ known, sameNumber: known }), await epochOf());
});

test("plan, layout and context equal the vectors", async () => {
  const plan = await planOf();
  assert.equal(toHex(plan.digest), DAY.plan_digest);
  assert.equal(toHex((await dayOf(0)).context), DAY.context);
  for (const { plan: payload, committee_digest, cohort, sub_cohort, context } of DAY.contexts) {
    const digest = signedDigest({ payload, signature: "" }, "cohort-plan");
    const other = new CheckedPlan(KINDS["cohort-plan"](payload), digest);
    assert.equal(toHex(other.context(cohort, sub_cohort, fromHex(committee_digest))), context);
  }
});

test("layouts have the vectors' numbers, bounds and laws", async () => {
  const inUnits = { plan: COHORT.units.plan.payload, cohort: 0, layout: COHORT.units.layout };
  const others = [...DAY.layouts, inUnits].map((/** @type {any} */ { plan, cohort, layout }) => {
    const { size, layout: parts, cohorts } = KINDS["cohort-plan"](plan);
    return { found: new CohortLayout(parts, new TreeSize(size), cohorts[cohort]), told: layout };
  });
  /** @type {{found: CohortLayout, told: any}[]} */
  const all = [{ found: (await dayOf(0)).layout, told: DAY.layout }, ...others];
  for (const { found, told } of all) {
    assert.equal(found.entries, told.entries);
    assert.deepEqual([...found.most], told.most);
    assert.deepEqual(
      found.blocks.map(({ stratum, start, included }) => ({ stratum, start, included })),
      told.blocks.map((/** @type {any} */ { stratum, start, included }) => ({ stratum, start, included })),
    );
    const decoys = found.runs.slice(-found.laws.length);
    assert.deepEqual(
      decoys.map(({ start, law: { makers, ...law } }) => ({ ...law, noise_makers: makers, start })),
      told.decoys,
    );
    const each = (/** @type {(run: any) => unknown} */ of) =>
      found.runs.flatMap((run) => new Array(run.number).fill(of(run)));
    assert.deepEqual(
      each(({ law }) => law.scale),
      told.scales,
    );
    assert.deepEqual(
      each(({ law }) => law.unit),
      told.units,
    );
    assert.deepEqual(
      each(({ law }) => law.makers),
      told.noise_makers,
    );
  }
});

for (const told of DAY.uploads) {
  test(`leaf ${told.leaf} sends the vectors' upload`, async () => {
    const own = { ...(await homeStateOf(told.leaf)), journal: new Journal(), randomBytes: sentBy(told.leaf) };
    const day = await dayOf(told.leaf);
    const given = told.given.map((/** @type {any} */ { counts, ...one }) => ({ ...one, entries: counts }));
    assert.deepEqual([...day.layout.fill(given)], told.counts);
    assert.deepEqual([...day.layout.drawNoise(own.randomBytes)], told.noise);
    const sent = await donor.submit(day, given, own);
    assert.equal(toHex(sent.release(new Journal(sent.entries))), told.message);
    assert.deepEqual(await uploadReceiptOf(told.leaf), {
      server: DAY.server,
      context: DAY.context,
      leaf: told.leaf,
      nonce: told.nonce,
    });
  });
}

for (const place of PLACES) {
  test(`the member at place ${place} certifies and answers as in the vectors`, async () => {
    const [day, own] = [await memberDay(place), await homeStateOf(place - 1, CLOSED)];
    const before = receivedBy(place - 1);
    const certified = await member.certify(day, LIST, { ...own, journal: before });
    const journal = before.with(certified.entries);
    assert.equal(toHex(certified.release(journal)), DAY.certified[place]);
    assert.equal(toHex(/** @type {Uint8Array} */ (journal.get(member.listKey(day)))), DAY.list_digest);
    const sent = await member.answer(day, LIST, CERTIFICATE, { ...own, journal });
    assert.equal(toHex(sent), DAY.answers[place]);
    const again = await member.certify(day, LIST, { ...own, journal });
    assert.deepEqual(again.release(journal), certified.release(journal));
    assert.deepEqual(again.entries, []);
  });
}

test("the vectors' list has its entries and its digest", async () => {
  const { pairs, appended } = readList(LIST);
  assert.deepEqual(
    pairs.map(({ leaf, nonce }) => [leaf, toHex(nonce)]),
    DAY.uploads.map((/** @type {any} */ { leaf, nonce }) => [leaf, nonce]),
  );
  assert.deepEqual(
    appended.map(({ index }) => index),
    [6],
  );
  assert.equal(toHex(listDigest(fromHex(DAY.context), LIST)), DAY.list_digest);
});

test("a day is submitted once, and a resend has the same bytes", async () => {
  const [day, own] = [await dayOf(0), await homeStateOf(0)];
  /** @type {number[]} */
  const asked = [];
  const randomBytes = (/** @type {number} */ size) => new Uint8Array(size).fill(asked.push(size));
  const counts = [{ campaign: "flu", stratum: "north", searches: 9, entries: [4, 0, 5] }];
  const journal = new Journal();
  const sent = await donor.submit(day, counts, { ...own, journal, randomBytes });
  const written = journal.with(sent.entries);
  const upload = sent.release(written);
  assert.equal(upload.length, fromHex(DAY.uploads[0].message).length);
  const again = await donor.submit(day, [], { ...own, journal: written, randomBytes });
  assert.deepEqual(again.release(written), upload);
  assert.deepEqual(again.entries, []);
  assert.deepEqual(asked, [32 * day.layout.entries, 32, 16]);
  const erased = written.withoutUpload("2026-11-20");
  assert.equal(erased.entries.length, written.entries.length - 1);
  const attempt = donor.submit(day, [], { ...own, journal: erased, randomBytes });
  await assert.rejects(attempt, { reason: "day-signed-before" });
  const name = /** @type {Uint8Array} */ (erased.get(journalKey("sent", "2026-11-20")));
  const parts = [0, 16, -64].map((from, at, all) => upload.subarray(from, all[at + 1]));
  const [nonce, masked] = parts;
  const half = 4 * 2048;
  assert.deepEqual(name, concatBytes(nonce, digest("upload", nonce, masked.subarray(0, half), masked.subarray(half))));
});

test("a receipt for the home's leaf and context is accepted with any nonce", async () => {
  const { receipt } = DAY.uploads[0];
  const open = async (/** @type {number} */ leaf, key = onlineKey(), journal = new Journal()) =>
    donor.openReceipt(receipt, await dayOf(leaf), await key, journal);
  const opened = await open(0);
  assert.equal(opened.receipt.nonce, DAY.uploads[0].nonce);
  const journal = new Journal(opened.entries);
  assert.deepEqual(journal.receipt("2026-11-20"), { leaf: 0, nonce: fromHex(DAY.uploads[0].nonce) });
  assert.equal(opened.erased, journalKey("upload", "2026-11-20"));
  assert.deepEqual((await open(0, onlineKey(), journal)).entries, []);
  await assert.rejects(open(1), { reason: "not-a-member" });
  await assert.rejects(open(0, Promise.resolve(SERVER)), { reason: "bad-signature" });
  const other = new Journal([receiptEntry("2026-11-20", 0, new Uint8Array(16))]);
  await assert.rejects(open(0, onlineKey(), other), { reason: "day-signed-before" });
});

test("counts without a place or above their caps are not sent", async () => {
  const { layout } = await dayOf(0);
  const counts = { campaign: "flu", stratum: "north", searches: 9, entries: [4, 0, 5] };
  assert.deepEqual([...layout.fill([counts]).subarray(0, 6)], [1, 9, 4, 0, 5, 0]);
  const closed = { campaign: "rare", stratum: null, searches: 1, entries: [1] };
  assert.deepEqual(layout.fill([closed]), new Int32Array(layout.entries));
  for (const odd of [
    { ...counts, campaign: "cold" },
    { ...counts, stratum: null },
    { ...counts, searches: 21 },
    { ...counts, entries: [21] },
    { ...counts, entries: [-1] },
    { ...counts, entries: [1, 1, 1, 1] },
  ]) {
    assert.throws(() => layout.fill([odd]), RangeError);
  }
  for (const number of [1.7, Number.NaN, 2 ** 32, -1]) {
    assert.throws(() => layout.fill([{ ...counts, searches: number }]), RangeError);
    assert.throws(() => layout.fill([{ ...closed, entries: [number] }]), RangeError);
  }
  assert.throws(() => layout.fill([counts, { ...counts, stratum: "south" }]), RangeError);
  const { plan, tree } = await planOf();
  const parts = plan.layout.map((part) => ({ ...part, terms: { ...part.terms, max_matches: 1 } }));
  const few = new CohortLayout(parts, tree, plan.cohorts[0]);
  assert.equal(few.fill([{ ...counts, entries: [20] }])[2], 20);
  assert.throws(() => few.fill([{ ...counts, entries: [20, 1] }]), RangeError);
});

test("an upload that does not open to its own vector is not sent", async () => {
  const [day, own] = [await dayOf(0), await homeStateOf(0)];
  const tooLarge = new Int32Array(day.layout.entries).fill(2 ** 20, 3, 4);
  const layout = Object.create(day.layout, { drawNoise: { value: () => tooLarge } });
  const asked = { ...own, journal: new Journal(), randomBytes: sentBy(0) };
  await assert.rejects(donor.submit({ ...day, layout }, [], asked), donor.Miscomputed);
});

test("a tree that grew by a fifth may come before a week is over", async () => {
  const epoch = await epochOf();
  const known = { ...knownEpoch(epoch), number: epoch.number - 1, start: "2026-11-15" };
  assert.equal((await epochOf({ known: { ...known, size: 4 } })).number, epoch.number);
  await assert.rejects(epochOf({ known }), { reason: "too-soon" });
});

test("key agreements are computed in slices and kept", async () => {
  const [secrets, receipt] = [await secretsOf(0), await receiptOf(0)];
  assert.equal(receipt.index, null);
  const keys = COMMITTEE.map(({ exchange }) => exchange);
  const agreements = new Agreements(secrets);
  assert.equal(await agreements.prepare(keys, 2), 3);
  assert.equal(agreements.kept.length, 2);
  assert.equal(await agreements.prepare(keys, 3), 0);
  const kept = new Agreements(await secretsOf(1), agreements.kept);
  assert.equal(await kept.prepare(keys, 0), 0);
  const all = await kept.with(keys);
  assert.deepEqual(all[1], await secrets.agree(keys[1]));
});
