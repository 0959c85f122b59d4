// A donor's home: each action is kept as a whole or not at all, a home that can't be opened is reported, and a donor
// never gets another identity by accident.

import assert from "node:assert/strict";
import { test } from "node:test";
import { IDBFactory } from "fake-indexeddb";

import { Donor } from "../../src/donor/donor.js";
import { migrate, OLDEST, VERSION } from "../../src/gateways/home_store/schema.js";
import { NAME, Store } from "../../src/gateways/home_store/store.js";
import { DonorSecrets } from "../../src/protocol/keys.js";
import { Computer } from "../support/computer.js";

/** @param {Partial<import("../../src/gateways/browser/donor_parts.js").Parts>} [changes] */
const parts = (changes) => new Computer().parts(changes);

test("an action that fails halfway stores nothing, and the next one works", async () => {
  const store = await Store.open(parts());
  const failing = store.write(async (home) => {
    home.block("flu");
    home.setFact("ceiling", "2");
    await home.blocked();
    throw new RangeError("half way");
  });
  await assert.rejects(failing, RangeError);
  assert.deepEqual(await store.read((home) => home.blocked()), []);
  assert.equal(await store.read((home) => home.fact("ceiling")), null);
  await store.write((home) => home.block("flu"));
  assert.deepEqual(await store.read((home) => home.blocked()), ["flu"]);
});

test("a day is blinded once: a second journal entry fails with its whole transaction", async () => {
  const store = await Store.open(parts());
  const blinded = (/** @type {string} */ context) => ({
    day: "2026-11-20",
    context,
    data: new Uint8Array(1),
    sent: false,
  });
  await store.write((home) => home.days.keepBlinded(blinded("aa")));
  const again = store.write((home) => {
    home.setFact("number", 7);
    home.days.keepBlinded(blinded("bb"));
  });
  await assert.rejects(again, { name: "DonorError", code: "store-failed" });
  assert.equal((await store.read((home) => home.days.blinded("2026-11-20")))?.context, "aa");
  assert.equal(await store.read((home) => home.fact("number")), null);
});

test("keys come back from the database unchanged and not extractable", async () => {
  const computer = parts();
  const store = await Store.open(computer);
  const secrets = await DonorSecrets.generate(computer.randomBytes);
  await store.write((home) => {
    home.setFact("installation", "one");
    home.setFact("number", 0);
    home.keepCredentials("one", { secrets, token: "t" });
  });
  store.close();
  const credentials = await (await Store.open(computer)).read((home) => home.credentials());
  assert.ok(credentials);
  const server = new Uint8Array(32);
  assert.deepEqual(await credentials.secrets.member(server), await secrets.member(server));
  assert.equal(JSON.stringify(credentials.secrets), "{}");
});

test("a home of a newer version is reported and unchanged", async () => {
  const computer = parts();
  const later = computer.indexedDB.open(NAME, 99);
  await new Promise((resolve) => {
    later.onsuccess = resolve;
  });
  later.result.close();
  await assert.rejects(Donor.open(computer), { name: "DonorError", code: "store-newer" });
  assert.deepEqual(
    (await computer.indexedDB.databases()).map(({ version }) => version),
    [99],
  );
});

/**
 * Make a home as an earlier version did, with one fact.
 * @param {number} version
 */
async function ofVersion(version) {
  const computer = parts();
  const opening = computer.indexedDB.open(NAME, version);
  opening.onupgradeneeded = () => opening.result.createObjectStore("facts").put("https://donate.example", "url");
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  opening.result.close();
  return computer;
}

/**
 * Make a home as version 6 did, with one fact.
 * @returns {Promise<ReturnType<typeof parts>>}
 */
async function ofVersion6() {
  const computer = parts();
  const opening = computer.indexedDB.open(NAME, 6);
  opening.onupgradeneeded = () => {
    migrate(opening, 0);
    opening.result.deleteObjectStore("keptDays");
    opening.transaction?.objectStore("facts").put("https://donate.example", "url");
  };
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  opening.result.close();
  return computer;
}

test("a home of version 6 gets a place for the days of weeks, and keeps the rest", async () => {
  const store = await Store.open(await ofVersion6());
  const kept = { campaign: "flu", day: "2026-11-24", searches: 1, hits: [[0, 2]], seen: 3 };
  await store.write((home) => home.days.keep(/** @type {any} */ ([kept])));
  assert.deepEqual(await store.read((home) => home.days.kept()), [kept]);
  assert.equal(await store.read((home) => home.fact("url")), "https://donate.example");
});

test("kept counts of version 8, by which more pages were searches, are deleted", async () => {
  const computer = parts();
  const opening = computer.indexedDB.open(NAME, 8);
  opening.onupgradeneeded = () => {
    migrate(opening, 0);
    opening.transaction
      ?.objectStore("keptDays")
      .put({ campaign: "flu", day: "2026-11-24", searches: 4, hits: [], seen: 4 });
  };
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  opening.result.close();
  const store = await Store.open(computer);
  assert.deepEqual(await store.read((home) => home.days.kept()), []);
});

test("a home of a version that is too old is reported and unchanged", async () => {
  for (let version = 1; version < OLDEST; version += 1) {
    const computer = await ofVersion(version);
    for (const _ of [1, 2]) {
      await assert.rejects(Donor.open(computer), { name: "DonorError", code: "store-outdated" });
    }
    const [kept] = await computer.indexedDB.databases();
    assert.equal(kept.version, version);
    const opening = computer.indexedDB.open(NAME);
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    assert.deepEqual([...opening.result.objectStoreNames], ["facts"]);
    const url = opening.result.transaction("facts").objectStore("facts").get("url");
    await new Promise((resolve) => {
      url.onsuccess = resolve;
    });
    assert.equal(url.result, "https://donate.example");
  }
});

test("erasing an earlier version's data keeps what was joined since", async () => {
  /** @type {boolean[]} */
  const marks = [];
  const marker = { isSet: async () => true, set: async (/** @type {boolean} */ on) => void marks.push(on) };
  const computer = { ...(await ofVersion(OLDEST - 1)), marker };
  await Donor.eraseOutdated(computer);
  assert.deepEqual(marks, [false]);
  const donor = await Donor.open(computer);
  assert.equal((await donor.status()).next, "join");
  await donor.exclusions.block("flu");
  donor.close();
  await Donor.eraseOutdated(computer); // by a page that was open before
  assert.deepEqual(await (await Donor.open(computer)).exclusions.blocked(), ["flu"]);
});

test("a home of a newer version is not erased as an earlier one", async () => {
  const computer = await ofVersion(VERSION + 1);
  await assert.rejects(Donor.eraseOutdated(computer), { name: "DonorError", code: "store-newer" });
  assert.equal((await computer.indexedDB.databases())[0].version, VERSION + 1);
});

test("a home that can't be opened, or is full, is reported in plain words", async () => {
  for (const [name, code] of [
    ["UnknownError", "store-damaged"],
    ["AbortError", "store-damaged"],
    ["QuotaExceededError", "disk-full"],
  ]) {
    const failing = /** @type {any} */ ({
      open() {
        const request = /** @type {any} */ ({ error: new DOMException("at /home/somebody", name) });
        queueMicrotask(() => request.onerror());
        return request;
      },
    });
    const opening = Donor.open(parts({ indexedDB: failing }));
    await assert.rejects(
      opening,
      (/** @type {any} */ error) => error.code === code && !error.message.includes("somebody"),
    );
  }
});

test("that the browser deleted the home is reported until something is joined again", async () => {
  let joined = true;
  const marker = {
    isSet: async () => joined,
    set: async (/** @type {boolean} */ on) => {
      joined = on;
    },
  };
  const donor = await Donor.open(parts({ marker }));
  assert.equal((await donor.status()).lost, true);
  joined = false;
  assert.equal((await (await Donor.open(parts({ marker }))).status()).lost, false);
});

test("after another page erased everything, an open page finds a new home", async () => {
  const computer = parts();
  const [one, other] = [await Donor.open(computer), await Donor.open(computer)];
  await one.exclusions.block("asthma");
  assert.deepEqual(await other.exclusions.blocked(), ["asthma"]);
  assert.equal(await one.eraseMe(), "unknown");
  assert.deepEqual(await other.exclusions.blocked(), []);
  assert.equal((await other.status()).next, "join");
});

test("each change is announced, and reading announces nothing", async () => {
  let changes = 0;
  const donor = await Donor.open(
    parts({
      changed: () => {
        changes += 1;
      },
    }),
  );
  await donor.exclusions.block("flu");
  assert.equal(changes, 1);
  for (const look of [
    donor.status(),
    donor.nextCheckIn(),
    donor.exclusions.blocked(),
    donor.export(),
    donor.account.ledger(),
  ])
    await look;
  assert.equal(changes, 1);
});

test("choices are validated, stored and exported, and keys are not exported", async () => {
  const computer = new Computer();
  const donor = await Donor.open(computer.parts({ indexedDB: new IDBFactory() }));
  await donor.settings.setSending("review");
  await donor.account.setCeiling("020.50");
  await donor.settings.setPreference("theme", "dark");
  await donor.exclusions.pause(computer.now + 1000);
  await assert.rejects(donor.account.setCeiling("0"), { code: "not-a-limit" });
  await assert.rejects(donor.account.setCeiling("1e3"), { code: "not-a-limit" });
  await assert.rejects(donor.settings.setPreference("theme", "pink"), { code: "wrong-preference" });
  await assert.rejects(donor.settings.setPreference("toString", true), { code: "no-such-preference" });
  await assert.rejects(donor.exclusions.pause(computer.now - 1), { code: "pause-in-past" });
  await assert.rejects(donor.exclusions.unblock("flu"), { code: "not-blocked" });
  await assert.rejects(donor.checkIn(), { code: "not-joined" });
  const kept = await donor.export();
  assert.equal(kept.sending, "review");
  assert.equal(kept.by_itself_from, null);
  await donor.settings.setSending("by-itself");
  assert.equal((await donor.export()).by_itself_from, "2026-11-20");
  assert.equal((await donor.status()).ceiling, "20.5");
  assert.deepEqual(kept.pauses, [{ start: "2026-11-20T12:00:00.000Z", end: "2026-11-20T12:00:01.000Z" }]);
  await donor.exclusions.resume();
  assert.equal((await donor.status()).pausedSince, null);
});
