// App and extension of one person share the hits of a campaign that caps those of all its periods together.

import assert from "node:assert/strict";
import test from "node:test";
import { chargeUnrecorded } from "../../src/donor/restored_home.js";
import { BRIDGE_VERSION } from "../../src/extension_bridge/app_connection.js";
import { donateHere } from "../../src/extension_bridge/handover.js";
import { KINDS } from "../../src/protocol/messages.js";
import { beside } from "../support/desktop_app.js";
import { vectors } from "../support/vectors.js";

/** @typedef {import("../../src/donor/donor.js").Donor} Donor */

const {
  base: { cohort },
  left,
} = vectors("donor/campaign_hits");
const STATUS = { type: "status", version: BRIDGE_VERSION };
const NAME = /^[0-9a-f]{32}$/u;
const LOST = { used: {}, unknown: "2026-11-20" };

/**
 * Use hits on a day.
 * @param {Donor} donor
 * @param {string} day
 * @param {string} campaign
 * @param {number} hits
 */
function use(donor, day, campaign, hits) {
  const charge = /** @type {any} */ ({ law: "discrete-laplace", scale: "16", sensitivity: 16, delta: 0 });
  const { store } = donor.handover.installation;
  return store.write((home) => home.days.charge([{ day, campaign, charge, ...(hits > 0 ? { hits } : {}) }]));
}

const elsewhere = (/** @type {Donor} */ donor) =>
  donor.handover.installation.store.read((home) => home.hitsElsewhere());

test("the app is told which hits were used, under one random name, and neither before the first", async () => {
  const { donor, app, companion } = await beside();
  await use(donor, "2026-11-13", "flu", 0);
  await companion.meet();
  assert.deepEqual(app.said, [STATUS, { type: "hand-over" }]);
  await use(donor, "2026-11-14", "flu", 2);
  await use(donor, "2026-11-15", "flu", 3);
  await use(donor, "2026-11-15", "cold", 100_001);
  for (let again = 0; again < 2; again += 1) {
    app.said = [];
    companion.close();
    await companion.meet();
    const { source } = app.said[0];
    assert.match(source, NAME);
    assert.equal(source, await donor.handover.installation.store.read((home) => home.fact("source")));
    const used = { flu: 5, cold: 100_000 };
    assert.deepEqual(app.said, [
      { ...STATUS, source, used },
      { type: "hand-over", source, used },
    ]);
  }
});

test("an extension that takes over says so, and keeps its name when it hands over again", async () => {
  const { donor, app, companion } = await beside();
  await companion.meet();
  [app.state, app.said] = ["not-joined", []];
  await donateHere(donor, app.connect);
  const [{ source }] = app.said;
  assert.match(source, NAME);
  assert.deepEqual(app.said, [{ ...STATUS, source, used: {}, takes_over: true }]);
  [app.state, app.said] = ["donates", []];
  companion.close();
  await companion.meet();
  assert.deepEqual(app.said, [
    { ...STATUS, source, used: {} },
    { type: "hand-over", source, used: {} },
  ]);
});

test("an app that is too old to know hits is handed over to without them, as it refuses fields it does not know", async () => {
  const { donor, app, companion } = await beside();
  app.version = BRIDGE_VERSION - 1;
  await use(donor, "2026-11-14", "flu", 2);
  await companion.meet();
  assert.deepEqual(app.said.at(-1), { type: "hand-over" });
  assert.deepEqual(app.bound, [[]]);
});

test("hits that the app says were used are kept whatever its state, and written only if they are more", async () => {
  let writes = 0;
  const { donor, app, companion } = await beside("not-joined", { changed: () => (writes += 1) });
  const told = async (/** @type {string} */ state, /** @type {Record<string, number>} */ used) => {
    Object.assign(app, { state, used });
    await companion.meet();
    return (await elsewhere(donor)).used;
  };
  assert.deepEqual(await told("not-joined", { flu: 3, cold: 1 }), { cold: 1, flu: 3 });
  assert.deepEqual(await told("donates", { flu: 4 }), { cold: 1, flu: 4 });
  const before = writes;
  assert.deepEqual(await told("donates", { flu: 4 }), { cold: 1, flu: 4 });
  assert.equal(writes, before);
  assert.deepEqual(await told("browser-off", { flu: 5 }), { cold: 1, flu: 5 });
  Object.assign(app, { state: "not-joined", used: { flu: 2, tea: 4 } });
  await donateHere(donor, app.connect);
  assert.deepEqual(await elsewhere(donor), { used: { cold: 1, flu: 5, tea: 4 }, unknown: null });
});

test("if the app can't tell which hits were used, the day on which it could not is kept", async () => {
  const states = /** @type {const} */ (["not-joined", null, "unavailable", "forbidden"]);
  const wrong = [undefined, null, [1], "flu", { flu: -1 }, { flu: 0.5 }, { flu: 100_001 }, { flu: "1" }];
  for (const [state, used] of [...states.map((one) => [one, null]), ...wrong.map((one) => ["not-joined", one])]) {
    const { donor, app, companion } = await beside();
    app.used = {};
    await companion.meet();
    Object.assign(app, { state, used });
    await donateHere(donor, app.connect, true);
    assert.deepEqual(await elsewhere(donor), LOST, JSON.stringify([state, used]));
  }
});

test("what another home of the app says is not what the one said that this extension handed over to", async () => {
  const [one, other] = ["ab".repeat(16), "cd".repeat(16)];
  const homes = /** @type {const} */ ([
    [one, one, null],
    [one, other, "2026-11-20"],
    [one, undefined, "2026-11-20"],
    [undefined, undefined, "2026-11-20"],
    [undefined, one, "2026-11-20"],
    ["no name", "no name", "2026-11-20"],
  ]);
  for (const [before, after, unknown] of homes) {
    const { donor, app, companion } = await beside();
    Object.assign(app, { home: before, used: {} });
    await companion.meet();
    Object.assign(app, { home: after, state: "not-joined" });
    await donateHere(donor, app.connect);
    assert.deepEqual(await elsewhere(donor), { used: {}, unknown }, JSON.stringify([before, after]));
  }
});

/**
 * Consent to the campaign with a cap.
 * @param {import("../../src/donor/donor.js").Donor} donor
 */
async function consentIn(donor) {
  const payload = JSON.stringify({ ...cohort.campaign, terms: left[0].terms });
  const consent = { signed: { payload, signature: "" }, campaign: KINDS.campaign(payload) };
  const given = { ...consent, language: "en", time: 0, stratum: null };
  await donor.handover.installation.store.write((home) => home.addConsent(given));
}

test("an app that is begun anew is told that all hits may be used, as nobody knows which the home before used", async () => {
  const { donor, app, companion } = await beside();
  await consentIn(donor);
  const told = async (/** @type {object} */ said) => {
    companion.close();
    Object.assign(app, said, { said: [] });
    await companion.meet();
    return [app.said.at(-1)?.used, (await elsewhere(donor)).unknown];
  };
  const [one, other] = ["ab".repeat(16), "cd".repeat(16)];
  assert.deepEqual(await told({ home: other, state: "not-joined", used: {} }), [undefined, null]);
  assert.deepEqual(await told({ home: one, used: { flu: 1 } }), [undefined, null]);
  assert.deepEqual(await told({ home: other, used: {} }), [undefined, null], "it gives nothing");
  assert.deepEqual(await told({ home: other, state: "donates" }), [{ flu: 8 }, "2026-11-20"]);
});

test("an extension that never handed over takes what any home of the app says", async () => {
  const { donor, app } = await beside("not-joined");
  app.used = { flu: 2 };
  await donateHere(donor, app.connect);
  assert.deepEqual(await elsewhere(donor), { used: { flu: 2 }, unknown: null });
});

test("a restored home can't know which hits it used, in the same write that charges its days", async () => {
  let writes = 0;
  const { donor, computer } = await beside("not-joined", { changed: () => (writes += 1) });
  const { installation } = donor.handover;
  const info = /** @type {any} */ ({ zone: "UTC", delay: 1 });
  await consentIn(donor);
  for (const last of [computer.now, null]) {
    await installation.store.write((home) => {
      home.setFact("last_check_in", last); // null: the copy was made before the first contact
      home.setFact("number", 1);
      home.keepHitsElsewhere({ used: { flu: 2 }, unknown: null });
    });
    writes = 0;
    await installation.store.write((home) => chargeUnrecorded(home, computer.now, info));
    assert.deepEqual([await elsewhere(donor), writes], [{ used: { flu: 2 }, unknown: "2026-11-20" }, 1]);
  }
});
