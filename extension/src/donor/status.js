// Where a donor stands: what it has joined, when it last checked in, what comes next, what needs a look.

import { dayOf } from "../protocol/days.js";
import { isEqual } from "./core/consent.js";
import { goesOn } from "./core/exclusions.js";
import { joinedBy } from "./installation.js";

/** @typedef {import("./installation.js").Installation} Installation */
/** @typedef {import("./views.js").State} State */
/** @typedef {import("./views.js").JoinedCampaign} JoinedCampaign */
/** @typedef {import("./core/consent.js").Consent} Consent */

/** Seconds: a clock this far from the server's puts searches on the wrong day, which is worth a warning. */
const CLOCK_TOLERANCE = 3600;

/**
 * Where this donor stands; nothing is sent to find out.
 * @param {Installation} installation
 * @returns {Promise<State>}
 */
export function state(installation) {
  return installation.store.read(async (home) => {
    const [now, zone, membership] = [installation.clock(), await installation.zoneOf(home), await joinedBy(home)];
    const [newest, consents, told] = [await home.campaigns(), await home.consents(), await home.completions()];
    const [last, ahead] = [await home.number("last_check_in"), await home.number("clock_ahead")];
    const [pause, logged] = [(await home.pauses()).find((one) => goesOn(one, now)), await home.logged()];
    return Object.freeze({
      today: dayOf(now, zone),
      server: membership?.url ?? null,
      serverName: membership?.info.name ?? null,
      zone,
      registered: (await home.credentials()) !== null,
      campaigns: [...consents].map(([name, { consent, left }]) =>
        joined(consent, left, told.get(name) ?? null, newest.get(name)),
      ),
      lastCheckIn: last,
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
      tooEarly: membership === null ? null : tooEarly(membership.info, logged, dayOf(now, zone)),
    });
  });
}

/**
 * That of the first contact with the server, or today before it. In `recoverable` the groups of a day are made of who
 * was there before; in `plain` there is no such day: null.
 * @param {import("../protocol/messages.js").ServerInfo} info
 * @param {readonly import("./views.js").Logged[]} logged
 * @param {string} today
 */
function tooEarly({ protocol, zone }, logged, today) {
  if (protocol === "plain") return null;
  const contacts = logged.filter(({ what }) => what === "check-in").map(({ time }) => dayOf(time, zone));
  return contacts.sort()[0] ?? today;
}

/**
 * @param {Consent} consent
 * @param {number | null} left
 * @param {import("./views.js").Completion | null} completion
 * @param {import("./views.js").Campaign} [newest]
 * @returns {JoinedCampaign}
 */
function joined({ campaign, stratum, time }, left, completion, newest = campaign) {
  const { id, title, vocabulary, start, end } = campaign;
  return Object.freeze({
    id,
    title,
    stratum,
    joined: time,
    left,
    entries: vocabulary.length,
    waitingEntries: Math.max(0, newest.vocabulary.length - vocabulary.length),
    changed: !isEqual(newest, campaign),
    start,
    end,
    completion,
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
