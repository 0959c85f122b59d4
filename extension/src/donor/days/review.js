// A review shows what would be sent of a day or, once the day's counts are locked, what was sent.

import { standing } from "../../core/campaign_state.js";
import { reason } from "../../core/donation/exclusions.js";
import { expectedPart, expectedPlan } from "../../core/donation/expected_plan.js";
import { asIfApproved, prepareDonation } from "../../core/donation/prepare_donation.js";
import { dayOf } from "../../protocol/days.js";
import { membershipOf } from "../installation.js";
import { donorState } from "./donor_state.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("./read_searches.js").Found} Found */
/** @typedef {import("../../core/views.js").Review} Review */
/** @typedef {import("../../core/views.js").ReviewedCampaign} ReviewedCampaign */
/** @typedef {import("../../core/views.js").Logged} Logged */
/** @typedef {import("../../core/views.js").LeftOut} LeftOut */
/** @typedef {import("../../core/donation/prepare_donation.js").PreparedDonation} PreparedDonation */
/** @typedef {import("../../core/donation/prepare_donation.js").DonorState} DonorState */
/** @typedef {import("../../core/searches.js").Search} Search */
/** @typedef {import("../../core/donation/prepare_donation.js").Given} Given */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */

/**
 * What would be sent of a day, or was; the history is read only where the day is not locked.
 *
 * A day that waits for the donor, or is withheld, shows what would be sent if it is approved.
 * @param {Installation} installation
 * @param {string} day
 * @param {() => Promise<Found>} read what finds the day's searches
 * @returns {Promise<Review>}
 */
export async function review(installation, day, read) {
  const now = installation.clock();
  const kept = await installation.store.read(async (home) => {
    if ((await home.days.blinded(day)) !== null) return { locked: await lockedCampaigns(home, day) };
    const { info } = await membershipOf(home);
    return { state: await donorState(home, day, info, now), unlisted: await home.results.unlisted() };
  });
  if (kept.locked) return view(day, kept.locked, { locked: true });
  const { state, unlisted } = kept;
  const { consents, newest, info, decision } = state;
  const layout = [...consents].map(([name, all]) => expectedPart(all, day, info.zone, newest.get(name)));
  const plan = expectedPlan(info, day, layout);
  const { searches, skipped } = await read();
  const prepared = await prepareDonation(plan, asIfApproved(state), async () => searches);
  const today = dayOf(now, info.zone);
  // No plan of the server's has a place for a campaign that is under another protocol.
  const placed = new Set(plan.layout.map(({ campaign }) => campaign));
  const others = [...consents.keys()]
    .filter((name) => !placed.has(name))
    .map((name) => zeros(name, "changed-protocol"));
  const campaigns = [...counted(prepared, state, searches ?? []), ...others].map((part) => {
    const consent = /** @type {Consent} */ (consents.get(part.id)?.at(-1));
    return withinDates(part, day, consent, standing(consent, newest, unlisted, info.delay, today).last);
  });
  return view(day, campaigns, { skipped, time: now, withheld: decision !== null && !decision.approved });
}

/**
 * A campaign's part, with zeros where it has not begun by the day, or is over: as agreed, sooner, or closed.
 * @param {ReviewedCampaign} part
 * @param {string} day
 * @param {Consent} consent
 * @param {string} last the last day that can count
 * @returns {ReviewedCampaign}
 */
function withinDates(part, day, { campaign: { start } }, last) {
  if (start <= day && day <= last) return part;
  return zeros(part.id, day > last ? "over" : "not-begun");
}

/**
 * @param {string} day
 * @param {readonly ReviewedCampaign[]} campaigns
 * @param {Partial<Review>} more
 * @returns {Review}
 */
function view(day, campaigns, more) {
  return Object.freeze({ day, locked: false, campaigns, skipped: [], time: null, withheld: false, ...more });
}

/**
 * The campaigns of the plan, as they would be given.
 * @param {PreparedDonation} prepared
 * @param {DonorState} state
 * @param {readonly Search[]} searches that were found, of other days too
 * @returns {readonly ReviewedCampaign[]}
 */
function counted({ donation: { plan, given, objections, paused }, undecided }, state, searches) {
  const made = searches.filter((search) => search.day === plan.day);
  const before = new Map(undecided.given.map((one) => [one.campaign, one]));
  return plan.layout.map(({ campaign }) => {
    const [found, whole] = [given.find((one) => one.campaign === campaign), before.get(campaign)];
    if (found === undefined || whole === undefined) {
      return zeros(campaign, paused ? "paused" : (objections.get(campaign) ?? null));
    }
    const rows = found.labels.map((entry, index) => ({
      entry,
      count: found.entries[index],
      searches: found.behind[index],
    }));
    return Object.freeze({
      id: campaign,
      searches: found.searches,
      entries: rows.filter(({ count }) => count > 0),
      why: null,
      counted: found.counted,
      leftOut: leftOut(found, whole, state, made),
    });
  });
}

/**
 * The searches that don't count, at all or for some of the keywords that they match.
 * @param {Given} given
 * @param {Given} whole the same before the donor's decision cut it down
 * @param {DonorState} state
 * @param {readonly Search[]} made on the day
 * @returns {readonly LeftOut[]}
 */
function leftOut(given, whole, { decision, exclusions }, made) {
  const beyond = labelsOf(given.labels, given.beyond);
  const cut = whole.behind.map((ids, index) => ids.filter((id) => !given.behind[index].includes(id)));
  const unseen = labelsOf(given.labels, cut);
  const [kept, before] = [new Set(given.counted), new Set(whole.counted)];
  return made.flatMap((search) => {
    const { id } = search;
    const late = decision?.approved && search.time >= decision.time;
    const one = (/** @type {LeftOut["why"]} */ why, entries = /** @type {readonly string[]} */ ([])) => [
      Object.freeze({ search: id, why, entries }),
    ];
    const excluded = reason(exclusions, search);
    if (excluded !== null) return one(excluded);
    if (!kept.has(id)) return one(late || before.has(id) ? "not-seen" : "over-searches");
    if (unseen.has(id)) return one("not-seen", unseen.get(id));
    return beyond.has(id) ? one("over-matches", beyond.get(id)) : [];
  });
}

/**
 * By search, the labels in whose rows it is.
 * @param {readonly string[]} labels
 * @param {readonly (readonly string[])[]} rows
 */
function labelsOf(labels, rows) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  rows.forEach((ids, index) => {
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), labels[index]]);
  });
  return found;
}

/**
 * @param {string} id
 * @param {string | null} why
 * @returns {ReviewedCampaign}
 */
function zeros(id, why) {
  return Object.freeze({ id, searches: 0, entries: [], why, counted: [], leftOut: [] });
}

/**
 * What the log says of the day: the numbers before locking, and the campaigns that got zeros for a reason.
 * @param {Home} home
 * @param {string} day
 * @returns {Promise<readonly ReviewedCampaign[]>}
 */
async function lockedCampaigns(home, day) {
  const lines = (await home.logged()).filter(({ round }) => round === day);
  const sent = lines.flatMap(({ what, given }) => (what === "vector" ? (given ?? []) : []));
  const campaigns = sent.map(({ campaign, searches, counts }) =>
    Object.freeze({
      id: campaign,
      searches,
      entries: Object.entries(counts).map(([entry, count]) => ({ entry, count, searches: [] })),
      why: null,
      counted: [],
      leftOut: [],
    }),
  );
  const known = new Set(campaigns.map(({ id }) => id));
  const others = [...(await home.consents()).keys()].filter((name) => !known.has(name));
  return [...campaigns, ...others.map((name) => zeros(name, why(lines, name)))];
}

/**
 * The reason the log gives for a campaign's zeros; none where the donor paused, had left, or not yet joined.
 * @param {readonly Logged[]} lines
 * @param {string} campaign
 */
function why(lines, campaign) {
  const told = lines.find((line) => line.what === "refusal" && line.campaign === campaign && line.reason);
  return told?.reason ?? "zeros-sent";
}
