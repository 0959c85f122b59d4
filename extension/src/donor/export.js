// The export: everything that is kept here about the donor, ready for JSON, without keys.

import { toldOf } from "./reminders.js";
import { preferences } from "./settings/preferences.js";
import { status } from "./status.js";

/** @typedef {import("./installation.js").Installation} Installation */

/**
 * Return the export, with the same names as the desktop app's. Times are ISO text in UTC.
 * @param {Installation} installation
 * @returns {Promise<Record<string, unknown>>}
 */
export async function everything(installation) {
  const [current, chosen] = [await status(installation), await preferences(installation)];
  return installation.store.read(async (home) => {
    const { removed, pauses, sites } = await home.exclusions(current.zone);
    return {
      made: iso(installation.clock()),
      status: exported(current),
      consents: (await home.everyConsent()).map(consent),
      sending: await home.sending(),
      by_itself_from: await home.fact("by_itself_from"),
      decisions: [...(await home.days.decisions()).values()].map((one) => ({ ...one, time: iso(one.time) })),
      days: [...(await home.days.locked())].map(([day, confirmed]) => ({ day, confirmed })),
      kept_days: await home.days.kept(),
      given_elsewhere: [...(await home.elsewhere())],
      blocked: await home.blocked(),
      removed_searches: removed.map(({ time, day }) => ({ time: iso(time), day })),
      sites_off: sites,
      hours_off: await home.hours(),
      pauses: pauses.map(({ start, end }) => ({ start: iso(start), end: iso(end) })),
      preferences: named(chosen),
      reminded: reminded(await toldOf(home)),
      public_log: JSON.parse((await home.fact("public_log")) ?? "null")?.lines ?? [],
      evidence: (await home.cohort.evidence()).map(({ reason, texts }) => ({ reason, texts })),
      log: (await home.logged()).map((line) => ({ ...line, time: iso(line.time) })),
    };
  });
}

/**
 * Return what the donor was reminded of.
 * @param {import("../core/reminders.js").Told} told
 */
function reminded({ at, ...told }) {
  return { at: iso(at), ...told };
}

/**
 * Return a status under the names of the app's export, without the fields that the app's has not.
 * @param {import("../core/views.js").Status} current
 */
function exported({ server, serverName, clockAhead, ceiling, today: _, refusals: __, protocol: ___, ...rest }) {
  return {
    ...named(rest),
    server: server && { url: server, name: serverName },
    campaigns: rest.campaigns.map(({ joined, left, ...one }) => ({
      ...named(one),
      joined: iso(joined),
      left: iso(left),
    })),
    last_check_in: iso(rest.lastCheckIn),
    paused_since: iso(rest.pausedSince),
    paused_until: iso(rest.pausedUntil),
    ceiling: ceiling === null ? null : Number(ceiling),
    clock_ahead_seconds: clockAhead,
  };
}

/**
 * Return an object with its names in snake case, as the app writes them.
 * @param {object} view
 */
function named(view) {
  const snake = (/** @type {string} */ name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [snake(name), value]));
}

/** @param {import("../core/donation/consent.js").Consent} consent */
function consent({ campaign, time, language, stratum, signed }) {
  const { payload, signature } = signed;
  return { campaign: campaign.id, time: iso(time), language, stratum, text: JSON.parse(payload), signature };
}

/** @param {number | null} instant */
function iso(instant) {
  return instant === null ? null : new Date(instant).toISOString();
}
