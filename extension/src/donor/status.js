// The donor's status: campaigns joined, last and next check-in, and problems that need attention.

import { standing } from "../core/campaign_state.js";
import { nextStart, placedIn, servesUntil } from "../core/committee_duty.js";
import { isEqual } from "../core/donation/consent.js";
import { goesOn } from "../core/donation/exclusions.js";
import { dayOf } from "../protocol/days.js";
import { lastDay } from "../rounds/cohort/epoch/acceptance.js";
import { joinedBy } from "./installation.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("../core/views.js").Status} Status */
/** @typedef {import("../core/views.js").JoinedCampaign} JoinedCampaign */
/** @typedef {import("../core/donation/consent.js").Consent} Consent */

/** Seconds: a clock this far from the server's puts searches on the wrong day, which is worth a warning. */
const CLOCK_TOLERANCE = 3600;

/**
 * Where this donor stands; nothing is sent to find out.
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
      campaigns: [...consents].map(([name, { consent, left }]) => {
        const latest = newest.get(name) ?? consent.campaign;
        const stands = standing(consent, newest, unlisted, delay, today);
        return joined(consent, left, told.get(name) ?? null, latest, stands);
      }),
      lastCheckIn: last,
      failing: (await home.number("failures")) !== null,
      next: consents.size === 0 ? "join" : next(last, now, zone),
      pausedSince: pause?.start ?? null,
      pausedUntil: pause?.end ?? null,
      blocked: (await home.blocked()).length,
      ceiling: await home.fact("ceiling"),
      clockAhead: ahead,
      clockIsWrong: Math.abs(ahead ?? 0) > CLOCK_TOLERANCE,
      refusals: logged.filter(({ what }) => what === "refusal"),
      companion: (await home.fact("companion")) !== null,
      lost: (await home.fact("lost")) !== null,
      protocol: membership?.info.protocol ?? null,
      ...(await inCohort(home, membership?.info ?? null, today)),
    });
  });
}

/**
 * Until when this home serves on a committee, and whether it waits for an epoch that it is in.
 * @param {import("../gateways/home_store/home.js").Home} home
 * @param {import("../protocol/messages.js").ServerInfo | null} info
 * @param {string} today
 */
async function inCohort(home, info, today) {
  if (info?.protocol !== "cohort") return { servesUntil: null, waitsForEpoch: false };
  const [epochs, tickets] = [await home.cohort.epochs(), await home.cohort.tickets()];
  const [placed, held] = [placedIn(epochs), new Set(tickets.map(({ ticket }) => ticket))];
  // Without its secrets, a home that has other keys now can't serve.
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
 * @param {Consent} consent
 * @param {number | null} left
 * @param {import("../core/views.js").Completion | null} completion
 * @param {import("../core/views.js").Campaign} newest
 * @param {import("../core/campaign_state.js").CampaignState} standing
 * @returns {JoinedCampaign}
 */
function joined({ campaign, stratum, time }, left, completion, newest, standing) {
  const { id, title, vocabulary, terms, start, end } = campaign;
  // What has changed since can be agreed to only while something is still counted.
  const open = standing.state === "starts-later" || standing.state === "running";
  return Object.freeze({
    id,
    title,
    stratum,
    joined: time,
    left,
    entries: vocabulary.length,
    waitingEntries: open ? Math.max(0, newest.vocabulary.length - vocabulary.length) : 0,
    changed: open && !isEqual(newest, campaign),
    changedProtocol: open && newest.terms.protocol !== terms.protocol,
    start,
    end,
    completion,
    standing,
  });
}

/**
 * @param {number | null} last
 * @param {number} now
 * @param {string} zone
 */
function next(last, now, zone) {
  return last !== null && dayOf(last, zone) >= dayOf(now, zone) ? "check in tomorrow" : "check in today";
}
