// The donor's status: campaigns joined, last and next check-in, and problems that need attention.

import { stateOfConsent } from "../core/campaign_state.js";
import { nextStart, placedIn, servesUntil } from "../core/committee_duty.js";
import { CLOCK_TOLERANCE } from "../core/constants.js";
import { isEqual } from "../core/donation/consent.js";
import { goesOn } from "../core/donation/exclusions.js";
import { dayOf } from "../protocol/days.js";
import { lastDay } from "../rounds/cohort/epoch/acceptance.js";
import { joinedBy } from "./installation.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("../core/views.js").Status} Status */
/** @typedef {import("../core/views.js").JoinedCampaign} JoinedCampaign */
/** @typedef {import("../core/donation/consent.js").Consent} Consent */

/**
 * Return this donor's status, without contacting the server.
 * @param {Installation} installation
 * @returns {Promise<Status>}
 */
export function status(installation) {
  return installation.store.read(async (home) => {
    const [now, zone, membership] = [installation.clock(), await installation.zoneOf(home), await joinedBy(home)];
    const [newest, consents, told] = [await home.campaigns(), await home.consents(), await home.completions()];
    const [last, ahead] = [await home.number("last_check_in"), await home.number("clock_ahead")];
    const [unlisted, today, delay] = [await home.results.unlisted(), dayOf(now, zone), membership?.info.delay ?? 0];
    const [pause, logged] = [(await home.pauses()).find((one) => goesOn(one, now)), await home.logged()];
    return Object.freeze({
      today,
      server: membership?.url ?? null,
      serverName: membership?.info.name ?? null,
      zone,
      registered: (await home.credentials()) !== null,
      campaigns: [...consents].map(([name, { consent, ...times }]) => {
        const latest = newest.get(name) ?? consent.campaign;
        const state = stateOfConsent(consent, newest, unlisted, delay, today);
        return view(consent, times, told.get(name) ?? null, latest, state);
      }),
      lastCheckIn: last,
      failing: (await home.number("failures")) !== null,
      next: consents.size === 0 ? "join" : next(last, now, zone),
      pausedSince: pause?.start ?? null,
      pausedUntil: pause?.end ?? null,
      blocked: (await home.blocked()).length,
      ceiling: await home.fact("ceiling"),
      clockAhead: ahead,
      clockIsWrong: Math.abs(ahead ?? 0) * 1000 > CLOCK_TOLERANCE,
      refusals: logged.filter(({ what }) => what === "refusal"),
      companion: (await home.fact("companion")) !== null,
      outdated: /** @type {"app" | "extension" | null} */ (await home.fact("outdated")),
      lost: (await home.fact("lost")) !== null,
      protocol: membership?.info.protocol ?? null,
      ...(await inCohort(home, membership?.info ?? null, today)),
    });
  });
}

/**
 * Return until when this home serves on a committee, and whether it waits for an epoch in which it has a place.
 * @param {import("../gateways/home_store/home.js").Home} home
 * @param {import("../protocol/messages.js").ServerInfo | null} info
 * @param {string} today
 */
async function inCohort(home, info, today) {
  if (info?.protocol !== "cohort") return { servesUntil: null, waitsForEpoch: false };
  const [epochs, tickets] = [await home.cohort.epochs(), await home.cohort.tickets()];
  const [placed, held] = [placedIn(epochs), new Set(tickets.map(({ ticket }) => ticket))];
  // A home that has registered again has erased the secrets of its old tickets, and can't serve with their places.
  const inForce = placed.filter(({ ticket }) => ticket !== null && held.has(ticket));
  const served = inForce.filter(({ duties }) => duties.length > 0);
  const running = inForce.some(({ number, start }) => today <= lastDay(start, nextStart(epochs, number)));
  const isAppended = tickets.some(({ receipt }) => receipt !== null && receipt.index !== null);
  return {
    servesUntil: servesUntil(epochs, served, today, info.delay),
    waitsForEpoch: !running && !isAppended,
  };
}

/**
 * Return the view of a campaign that was joined.
 * @param {Consent} consent the newest
 * @param {{joined: number, left: number | null}} times when it was joined, and when it was left; null if it was not
 * @param {import("../core/views.js").Completion | null} completion
 * @param {import("../core/views.js").Campaign} newest the campaign as the server signed it last
 * @param {import("../core/campaign_state.js").CampaignState} state
 * @returns {JoinedCampaign}
 */
function view({ campaign, stratum }, { joined, left }, completion, newest, { state, last, ending }) {
  const { id, title, vocabulary, terms, start, end } = campaign;
  // The donor can agree to a change only while the campaign still counts.
  const open = state === "starts-later" || state === "running";
  return Object.freeze({
    id,
    title,
    stratum,
    joined,
    left,
    entries: vocabulary.length,
    waitingEntries: open ? Math.max(0, newest.vocabulary.length - vocabulary.length) : 0,
    changed: open && !isEqual(newest, campaign),
    changedProtocol: open && newest.terms.protocol !== terms.protocol,
    start,
    end,
    completion,
    state,
    last,
    ending,
  });
}

/**
 * Return on which day the next check-in is due, for a donor that has joined something.
 * @param {number | null} last the last check-in
 * @param {number} now
 * @param {string} zone
 */
function next(last, now, zone) {
  return last !== null && dayOf(last, zone) >= dayOf(now, zone) ? "check in tomorrow" : "check in today";
}
