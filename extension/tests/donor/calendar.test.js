// The donor's calendar: what became of each day, and when an open day of `cohort` is sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarOf } from "../../src/donor/days/calendar.js";

const [FIRST, TODAY] = ["2026-11-10", "2026-11-20"];
const NOBODYS = "00".repeat(32);
const ONLINE = JSON.stringify({ server: NOBODYS, key: NOBODYS, first: "2026-11-01", last: "2026-12-31" });
const CAMPAIGN = { id: "flu", start: FIRST, end: "2026-12-31", terms: { protocol: "cohort", period: "day" } };
const CONSENT = { campaign: CAMPAIGN, time: Date.parse(`${FIRST}T08:00Z`), stratum: null };

/** @param {string} protocol */
function info(protocol) {
  return JSON.stringify({
    ...{ name: "A server", key: NOBODYS, online: { payload: ONLINE, signature: NOBODYS.repeat(2) } },
    ...{ zone: "UTC", protocol, group_size: 50, min_group: 50 },
    ...{ delay: 1, oldest_client: "0.1.0", invitation_required: false },
  });
}

/**
 * Return a home that checked in yesterday.
 * @param {Record<string, boolean>} locked by locked day, whether the server has confirmed it
 * @param {{protocol?: string, logged?: readonly object[], planned?: string, sending?: string}} [other]
 * @returns {any}
 */
function home(locked, { protocol = "cohort", logged = [], planned = `${TODAY}T15:00Z`, sending = "review" } = {}) {
  const facts = { url: "https://donate.example", server: info(protocol) };
  const numbers = { last_check_in: Date.parse("2026-11-19T15:00Z"), next_check_in: Date.parse(planned) };
  return {
    fact: async (/** @type {keyof typeof facts} */ name) => facts[name] ?? null,
    number: async (/** @type {keyof typeof numbers} */ name) => numbers[name] ?? null,
    sendingOf: async () => () => sending,
    days: {
      locked: async () => new Map(Object.entries(locked)),
      decisions: async () => new Map(),
      given: async () => [],
    },
    cohort: { closing: async () => new Map(), repeated: async () => new Map() },
    logged: async () => logged,
    agreed: async () => new Map([["flu", [CONSENT]]]),
    everyConsent: async () => [CONSENT],
    campaigns: async () => new Map(),
    results: { unlisted: async () => new Map() },
  };
}

test("a day that was sent and never confirmed is not shown as a day without an upload", async () => {
  const refusal = { what: "refusal", round: "2026-11-13", time: 0, reason: "too-late", given: null };
  for (const protocol of ["cohort", "plain"]) {
    const locked = { "2026-11-11": true, "2026-11-12": false, "2026-11-13": false };
    const calendar = await calendarOf(home(locked, { protocol, logged: [refusal] }), TODAY);
    const states = ["2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14"].map((day) => calendar.sentDay(day).state);
    assert.deepEqual(states, ["nothing", "unconfirmed", "unconfirmed", "missed"], protocol);
  }
});

test("an open day leaves at the first contact from the earliest close on, or at the next one by itself", async () => {
  const review = await calendarOf(home({}), TODAY);
  assert.deepEqual(
    ["2026-11-20", "2026-11-19", "2026-11-18"]
      .map((day) => review.sentDay(day))
      .map(({ goesOut, goesOutAt }) => [goesOut, goesOutAt]),
    [
      ["2026-11-22", null],
      ["2026-11-21", null],
      ["2026-11-20", Date.parse("2026-11-20T15:00Z")],
    ],
  );
  const itself = await calendarOf(home({}, { sending: "by-itself" }), TODAY);
  assert.equal(itself.sentDay("2026-11-19").goesOut, TODAY);
  const groups = await calendarOf(home({}, { protocol: "plain" }), TODAY);
  assert.equal(groups.sentDay("2026-11-19").goesOut, null);
});
