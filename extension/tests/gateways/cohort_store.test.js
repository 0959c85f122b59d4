// What a home keeps of cohorts: one story whoever tells it, and agreements in slices that block nothing.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { agreeOn } from "../../src/donor/cohort/agreements.js";
import { Store } from "../../src/gateways/home_store/store.js";
import { Tables } from "../../src/gateways/home_store/tables.js";
import { plusDays } from "../../src/protocol/days.js";
import { fromHex } from "../../src/protocol/encoding.js";
import { journalKey } from "../../src/rounds/cohort/day/journal.js";
import { Agreements, TicketSecrets } from "../../src/rounds/cohort/epoch/tickets.js";
import { Computer } from "../support/computer.js";

const DAY = "2026-11-20";
const random = (/** @type {number} */ size) => new Uint8Array(randomBytes(size));

/** @param {string} value @returns {import("../../src/rounds/cohort/day/journal.js").Entry} */
const list = (value) => ({ key: journalKey("list", DAY, 0, 0), value: fromHex(value) });

test("of two pages with different entries for one day one is refused and rolled back", async () => {
  const parts = new Computer().parts();
  const [one, other] = [await Store.open(parts), await Store.open(parts)];
  const said = await Promise.allSettled([
    one.write((home) => home.cohort.say([list("aa")])),
    other.write(async (home) => {
      await home.cohort.wait(DAY, DAY);
      await home.cohort.say([list("bb")]);
    }),
  ]);
  assert.deepEqual(
    said.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
  assert.equal(/** @type {PromiseRejectedResult} */ (said[1]).reason.reason, "told-before");
  assert.deepEqual(await one.read((home) => home.cohort.daysKept()), []);
  await other.write((home) => home.cohort.say([list("aa")]));
  assert.equal((await one.read((home) => home.cohort.journal(DAY))).entries.length, 1);
});

test("the day that a donor was told first for a day's sending stays until the day is confirmed", async () => {
  const store = await Store.open(new Computer().parts());
  await store.write((home) => home.cohort.wait(DAY, plusDays(DAY, 4)));
  await store.write((home) => home.cohort.wait(DAY, plusDays(DAY, 2)));
  assert.deepEqual(await store.read((home) => home.cohort.closing()), new Map([[DAY, plusDays(DAY, 4)]]));
  await store.write(async (home) => home.cohort.eraseUpload(DAY));
  assert.deepEqual(await store.read((home) => home.cohort.closing()), new Map());
});

test("when keys are erased the journal stays, and no secret does", async () => {
  const store = await Store.open(new Computer().parts());
  const secrets = await TicketSecrets.generate(random);
  const epoch = { number: 0, start: DAY, size: 4, root: "00".repeat(32), reset: 0 };
  const kept = { signed: { payload: "", signature: "" }, ticket: "aa", shown: random(4), duties: [], isReady: false };
  await store.write(async (home) => {
    home.cohort.keepEpoch({ ...epoch, ...kept, published: null, publishedKey: null, isDenied: false });
    const ticket = { ticket: "aa", wanted: 0, made: DAY, receipt: null, signed: null };
    home.cohort.keepTicket({ ...ticket, keys: secrets.kept });
    home.cohort.keepAgreements("aa", [["key", random(32)]]);
    home.cohort.keepLeaves(0, 0, "cohort", random(68));
    home.cohort.keepList({
      ...{ day: DAY, cohort: 0, subCohort: 0, epoch: 0, certified: DAY, answered: false },
      list: random(8),
    });
    await home.cohort.say([list("aa"), { key: journalKey("upload", DAY), value: random(100) }]);
    home.cohort.keepPlan(DAY, { plan: kept.signed, epoch: kept.signed });
  });
  await store.write((home) => home.cohort.forgetTickets());
  await store.read(async ({ tables, cohort }) => {
    for (const table of /** @type {const} */ (["tickets", "agreements", "leaves", "lists", "plans", "waiting"])) {
      assert.deepEqual(await tables.all(table), [], table);
    }
    assert.deepEqual((await cohort.journal(DAY)).entries, [list("aa")]);
    // The home had its place in this epoch, so it must not take a second one.
    assert.deepEqual(
      (await cohort.epochs()).map(({ ticket, shown }) => [ticket, shown]),
      [["aa", null]],
    );
  });
});

test("a journal of many years is never read as a whole", async (context) => {
  const store = await Store.open(new Computer().parts());
  const days = Array.from({ length: 400 }, (_, back) => plusDays(DAY, -back));
  const kinds = /** @type {const} */ (["plan", "context", "sent", "committee", "receipt", "list"]);
  const lines = (/** @type {string} */ day) => kinds.map((kind) => ({ key: journalKey(kind, day), value: random(32) }));
  const ours = lines(DAY);
  await store.write((home) => home.cohort.say([...days.slice(1).flatMap(lines), ...ours]));
  const read = context.mock.method(Tables.prototype, "all");
  const keys = context.mock.method(Tables.prototype, "keys");
  await store.write(async ({ cohort }) => {
    assert.deepEqual(new Set((await cohort.journal(DAY)).entries), new Set(ours));
    assert.equal(await cohort.signedUntil(), plusDays(DAY, 1));
    assert.deepEqual(await cohort.daysKept(), []);
    await cohort.say([...ours, ...lines(plusDays(DAY, 1))]);
    assert.equal(await cohort.signedUntil(), plusDays(DAY, 2));
  });
  const other = { ...ours[5], value: random(32) };
  await assert.rejects(
    store.write(({ cohort }) => cohort.say([other])),
    { reason: "told-before" },
  );
  const tables = [...read.mock.calls, ...keys.mock.calls].map((call) => call.arguments[0]);
  assert.ok(!tables.includes("cohortJournal"));
});

test("a home knows the last day that it signed for, in any order of signing", async () => {
  const store = await Store.open(new Computer().parts());
  assert.equal(await store.read(({ cohort }) => cohort.signedUntil()), null);
  for (const day of ["2026-11-30", "2026-12-31", "2026-02-01"]) {
    await store.write(({ cohort }) => cohort.say([{ key: journalKey("plan", day), value: random(1) }]));
  }
  assert.equal(await store.read(({ cohort }) => cohort.signedUntil()), "2027-01-01");
});

test("a server that keeps signing lies can't fill the disk", async () => {
  const store = await Store.open(new Computer().parts());
  const text = { payload: "{}", signature: "" };
  for (let number = 0; number < 60; number += 1) {
    await store.write(async ({ cohort }) => {
      await cohort.keepEvidence("two-epochs", String(number), [text]);
      await cohort.keepEvidence("two-epochs", String(number), [text, text]); // the same lie once more
    });
  }
  const kept = await store.read(({ cohort }) => cohort.evidence());
  assert.equal(kept.length, 50);
  assert.ok(kept.every(({ texts }) => texts.length === 1));
});

test("key agreements are computed in slices with other work between, and all are stored", async () => {
  const store = await Store.open(new Computer().parts());
  const secrets = await TicketSecrets.generate(random);
  const others = await Promise.all(Array.from({ length: 100 }, () => TicketSecrets.generate(random)));
  const keys = others.map(({ exchangePublic }) => exchangePublic);
  const held = (/** @type {Iterable<[string, Uint8Array]>} */ known) =>
    /** @type {any} */ ({ agreements: new Agreements(secrets, known), ticket: { ticket: "aa" } });
  const contact = /** @type {any} */ ({ store });
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 0);
  try {
    assert.equal(await agreeOn(contact, held([]), keys, 40), false);
    const first = await store.read((home) => home.cohort.agreements("aa"));
    assert.equal(first.length, 48); // three slices of 16
    assert.equal(await agreeOn(contact, held(first), keys, 40), false);
    const second = await store.read((home) => home.cohort.agreements("aa"));
    assert.equal(await agreeOn(contact, held(second), keys), true);
  } finally {
    clearInterval(other);
  }
  assert.ok(turns >= 6);
  const known = new Map(await store.read((home) => home.cohort.agreements("aa")));
  assert.equal(known.size, 100);
  assert.deepEqual([...known.values()][7], await others[7].agree(secrets.exchangePublic));
});
