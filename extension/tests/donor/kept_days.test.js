// What a home keeps of the days of a week: counts, until the donor takes something out or the week is over.

import assert from "node:assert/strict";
import { test } from "node:test";

import { eraseByCalendar } from "../../src/donor/cohort/erasure.js";
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

test("kept days go when the campaign is left, the app takes over, the week is locked, or its time is over", async () => {
  /** @type {Record<string, (donor: Donor) => Promise<void>>} */
  const ends = {
    left: (donor) => donor.campaigns.leave("flu"),
    "given by the app": (donor) => donor.handover.setCompanion(true),
    locked: ({ installation }) => installation.store.write((home) => home.days.forgetWeek("2026-11-22")),
    over: ({ installation }) => eraseByCalendar(installation.store, "2026-11-30"),
  };
  for (const [name, end] of Object.entries(ends)) {
    const { donor } = await joined();
    await donor.days.review(TODAY);
    await eraseByCalendar(donor.installation.store, "2026-11-29");
    assert.deepEqual(await monday(donor), COUNTS);
    await end(donor);
    assert.equal(await monday(donor), undefined, name);
  }
});
