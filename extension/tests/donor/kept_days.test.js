// What a home keeps of the days of a week, and shows: counts, until the donor takes something out or the week is over.

import assert from "node:assert/strict";
import { test } from "node:test";

import { prepareDonation } from "../../src/core/donation/prepare_donation.js";
import { eraseByCalendar } from "../../src/donor/cohort/erasure.js";
import { keepLocked } from "../../src/donor/contact/lock_donation.js";
import { donorState } from "../../src/donor/days/donor_state.js";
import { Donor } from "../../src/donor/donor.js";
import { Computer } from "../support/computer.js";
import { campaignOf } from "../support/donor_vectors.js";
import { vectors } from "../support/vectors.js";

const { cohort, week } = vectors("donor/weeks").base;
const TODAY = "2026-11-20";
const NOBODYS = "00".repeat(32);
const ONLINE = { server: NOBODYS, key: NOBODYS, first: "2026-11-01", last: "2026-12-31" };
const INFO = { ...cohort.info, zone: "UTC", online: { payload: JSON.stringify(ONLINE), signature: NOBODYS.repeat(2) } };
const MONDAY = Date.parse("2026-11-16T09:00:00Z");

/** Return a donor that joined a weekly campaign long ago and searched twice on Monday, and its computer. */
async function joined() {
  const computer = new Computer();
  computer.visits = ["flu", "cough"].map((query, number) => ({
    url: `https://www.google.com/search?q=${query}`,
    time: MONDAY + number * 3_600_000,
  }));
  const donor = await Donor.open(computer.parts());
  const campaign = campaignOf(cohort, week.newest.flu);
  const consent = { signed: { payload: JSON.stringify(campaign), signature: "" }, campaign, language: "en" };
  await donor.installation.store.write((home) => {
    home.setFact("url", "https://donate.example");
    home.setFact("server", JSON.stringify(INFO));
    home.addConsent({ ...consent, time: Date.parse("2026-11-01T00:00:00Z"), stratum: null });
  });
  return { donor, computer };
}

/** @param {Donor} donor */
async function monday(donor) {
  const kept = await donor.installation.store.read((home) => home.days.kept());
  return kept.find(({ day }) => day === "2026-11-16");
}

/** What is kept of Monday: two searches, each a hit of one keyword. */
const COUNTS = {
  campaign: "flu",
  day: "2026-11-16",
  searches: 2,
  hits: [
    [0, 0],
    [1, 2],
  ],
  seen: 2,
};

test("a review keeps each day of its week, and shows a cleared day without its searches", async () => {
  const { donor, computer } = await joined();
  await donor.days.review(TODAY);
  assert.deepEqual(await monday(donor), COUNTS);
  computer.visits = [];
  const [part] = (await donor.days.review(TODAY)).campaigns;
  assert.deepEqual([part.searches, part.days[0].kept, part.days[0].searches], [2, true, 2]);
  assert.deepEqual(await monday(donor), COUNTS);
  assert.deepEqual((await donor.export()).kept_days, await donor.installation.store.read((home) => home.days.kept()));
});

test("a week refused for a daily text is still shown as a week", async () => {
  const { donor } = await joined();
  const daily = campaignOf(cohort, { terms: { ...week.newest.flu.terms, period: "day" } });
  await donor.installation.store.write((home) =>
    home.keepCampaigns([["flu", { payload: JSON.stringify(daily), signature: "" }]]),
  );
  const [part] = (await donor.days.review(TODAY)).campaigns;
  assert.deepEqual([part.period, part.why], ["week", "weaker-terms"]);
});

test("a review that changes nothing writes nothing", async () => {
  const { donor } = await joined();
  await donor.days.review(TODAY);
  let writes = 0;
  const { store } = donor.installation;
  const write = store.write.bind(store);
  store.write = (work) => {
    writes += 1;
    return write(work);
  };
  await donor.days.review(TODAY);
  assert.equal(writes, 0);
});

test("a blocked word or a removed search leaves of a cleared day nothing that was taken out", async () => {
  const { donor, computer } = await joined();
  await donor.days.review(TODAY);
  await donor.exclusions.block("flu");
  assert.deepEqual(await monday(donor), { ...COUNTS, searches: 1, hits: [[0, 2]] });
  const [, cough] = (await donor.days.searches("2026-11-16")).searches;
  await donor.exclusions.removeSearch(cough.id);
  assert.deepEqual(await monday(donor), { ...COUNTS, searches: 0, hits: [] });
  await donor.exclusions.unblock("flu");
  await donor.days.review(TODAY);
  assert.deepEqual(await monday(donor), { ...COUNTS, searches: 1, hits: [[0, 0]] });
  computer.visits = [];
  await donor.exclusions.block("fever");
  assert.deepEqual(await monday(donor), { ...COUNTS, searches: 0, hits: [], seen: 0 });
});

test("what is left out by search engine or hour leaves a kept day, and counts again on demand", async () => {
  const { donor } = await joined();
  await donor.days.review(TODAY);
  const all = await monday(donor);
  for (const [leaveOut, countAgain] of [
    [() => donor.exclusions.switchSite("google", false), () => donor.exclusions.switchSite("google", true)],
    [() => donor.exclusions.setHours("00:00-23:59"), () => donor.exclusions.setHours(null)],
  ]) {
    await leaveOut();
    assert.deepEqual(await monday(donor), { ...COUNTS, searches: 0, hits: [] });
    await countAgain();
    await donor.days.review(TODAY);
    assert.deepEqual(await monday(donor), all);
  }
  await assert.rejects(donor.exclusions.setHours("22-6"), RangeError);
});

test("kept days go when the campaign is left, the app takes over, or no plan can ask for the week any more", async () => {
  /** @type {Record<string, (donor: Donor) => Promise<void>>} */
  const ends = {
    left: (donor) => donor.campaigns.leave("flu"),
    "given by the app": (donor) => donor.handover.setCompanion(true),
    over: ({ installation }) => eraseByCalendar(installation.store, "2026-12-27"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { donor } = await joined();
    await donor.days.review(TODAY);
    await eraseByCalendar(donor.installation.store, "2026-12-26");
    assert.deepEqual(await monday(donor), COUNTS);
    await end(donor);
    assert.equal(await monday(donor), undefined, name);
  }
});

/**
 * Lock a plan that has the weekly campaign alone, as an upload does; return why the campaign gets nothing, or null.
 * @param {Donor} donor
 * @param {string} day
 * @param {string | null} repeats
 */
async function locked({ installation }, day, repeats = null) {
  const part = { ...cohort.part, ...week.parts[0], repeats };
  const plan = { ...cohort.plan, zone: "UTC", day, layout: [part] };
  const { store, clock } = installation;
  const state = await store.read((home) => donorState(home, day, INFO, clock()));
  const { donation } = await prepareDonation(plan, state, async () => []);
  const blinded = { day, context: NOBODYS, data: null, sent: false };
  const contact = /** @type {any} */ ({ report: { log: () => {}, refuse: () => {} } });
  await store.write((home) => keepLocked(contact, home, donation, blinded, 0));
  return donation.objections.get("flu") ?? null;
}

test("a week that the server has surely closed waits no more", async () => {
  const { donor, computer } = await joined();
  const stateOf = async () => (await donor.days.toReview()).find((one) => one.day === "2026-11-22");
  computer.now = Date.parse("2026-11-23T12:00:00Z");
  assert.equal((await stateOf())?.state, "waits-for-you");
  computer.now = Date.parse("2026-12-10T12:00:00Z");
  assert.deepEqual(await stateOf(), { day: "2026-11-22", state: "late", until: null, goesOut: null, goesOutAt: null });
});

test("a lost week is reviewed and given once more from its kept days, and then forgotten", async () => {
  const { donor, computer } = await joined();
  await donor.days.review(TODAY);
  computer.visits = [];
  const { store } = donor.installation;
  computer.now = Date.parse("2026-11-23T12:00:00Z");
  await donor.days.approve("2026-11-22");
  assert.equal(await locked(donor, "2026-11-22"), null);
  assert.deepEqual(await monday(donor), COUNTS);
  computer.now = Date.parse("2026-12-01T12:00:00Z");
  await store.write((home) => home.cohort.wait("2026-11-30", "2026-12-04", { flu: "2026-11-22" }));
  const day = (await donor.days.toReview()).find((one) => one.day === "2026-11-30");
  assert.deepEqual([day?.state, day?.goesOut], ["waits-for-you", "2026-12-04"]);
  const review = await donor.days.review("2026-11-30");
  const [{ repeats, searches, days }] = review.campaigns;
  assert.deepEqual([repeats, searches, days.length], ["2026-11-22", 2, 7]);
  await donor.days.approve("2026-11-30");
  assert.equal(await locked(donor, "2026-11-30", "2026-11-22"), null);
  assert.equal(await monday(donor), undefined);
  const given = await store.read((home) => home.days.given());
  assert.deepEqual(
    given.map((one) => [one.day, one.repeats]),
    [
      ["2026-11-22", undefined],
      ["2026-11-30", "2026-11-22"],
    ],
  );
  assert.equal(await locked(donor, "2026-12-01", "2026-11-22"), "not-repeated");
});

test("a withheld day stays out of its week, and of the week given once more, and then is forgotten", async () => {
  const { donor, computer } = await joined();
  const { store } = donor.installation;
  const daily = campaignOf(cohort, { id: "daily" });
  const consent = { signed: { payload: JSON.stringify(daily), signature: "" }, campaign: daily, language: "en" };
  await store.write((home) => home.addConsent({ ...consent, time: Date.parse("2026-11-01T00:00:00Z"), stratum: null }));
  computer.now = Date.parse("2026-11-17T12:00:00Z");
  await donor.days.review("2026-11-17");
  assert.deepEqual(await monday(donor), COUNTS);
  await donor.days.withhold("2026-11-16");
  assert.equal(await monday(donor), undefined);
  await donor.days.reconsider("2026-11-16");
  await donor.days.review("2026-11-17");
  assert.deepEqual(await monday(donor), COUNTS);
  await donor.days.withhold("2026-11-16");
  await locked(donor, "2026-11-16");
  computer.now = Date.parse("2026-11-23T12:00:00Z");
  const part = (await donor.days.review("2026-11-22")).campaigns.find(({ id }) => id === "flu");
  assert.deepEqual([part?.searches, part?.days[0].why, part?.days[1].why], [0, "withheld", null]);
  assert.equal(await monday(donor), undefined);
  await donor.days.approve("2026-11-22");
  assert.equal(await locked(donor, "2026-11-22"), null);
  computer.now = Date.parse("2026-12-01T12:00:00Z");
  const state = await store.read((home) => donorState(home, "2026-11-30", INFO, computer.now));
  assert.deepEqual(state.withheld, new Set(["2026-11-16"]));
  await eraseByCalendar(store, "2026-12-26");
  assert.deepEqual([...(await store.read((home) => home.days.decisions())).keys()], ["2026-11-16"]);
  await eraseByCalendar(store, "2026-12-27");
  assert.equal((await store.read((home) => home.days.decisions())).size, 0);
});

test("that an open day is withheld is not forgotten, and without a weekly campaign no locked day's is kept", async () => {
  const { donor } = await joined();
  const { store } = donor.installation;
  const withheld = () => store.read((home) => home.days.withheld());
  const decision = { approved: false, time: MONDAY, seen: {} };
  await store.write((home) => home.days.decide({ ...decision, day: "2026-11-16" }));
  await eraseByCalendar(store, "2027-01-31");
  assert.deepEqual(await withheld(), new Set(["2026-11-16"]));
  await donor.campaigns.leave("flu");
  await locked(donor, "2026-11-16");
  assert.deepEqual(await withheld(), new Set());
});

test("a week that the donor withheld is forgotten, and not given when it is asked for once more", async () => {
  const { donor, computer } = await joined();
  await donor.days.review(TODAY);
  await donor.installation.store.write((home) =>
    home.days.decide({ day: "2026-11-22", approved: false, time: computer.now, seen: {} }),
  );
  assert.equal(await locked(donor, "2026-11-22"), "withheld");
  assert.equal(await monday(donor), undefined);
  computer.now = Date.parse("2026-12-01T12:00:00Z");
  assert.equal(await locked(donor, "2026-11-30", "2026-11-22"), "not-repeated");
});
