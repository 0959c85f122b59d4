// Makes the review of a day: what would be sent or, once the day's counts are locked, what was sent.

import { stateOfConsent } from "../../core/campaign_state.js";
import { reason } from "../../core/donation/exclusions.js";
import { expectedPart, expectedPlan } from "../../core/donation/expected_plan.js";
import { asIfApproved, prepareDonation } from "../../core/donation/prepare_donation.js";
import { dayOf, lastDay } from "../../protocol/days.js";
import { periodOf } from "../../protocol/terms.js";
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
/** @typedef {import("../../core/donation/consent.js").Part} Part */
/** @typedef {import("../../core/donation/consent.js").Plan} Plan */
/** @typedef {import("../../core/views.js").ReviewedDay} ReviewedDay */

/**
 * Return the review of a day. For a day that waits for the donor, or is withheld, it shows what would be sent if the
 * donor approved it now.
 * @param {Installation} installation
 * @param {string} day
 * @param {() => Promise<Found>} read finds the day's searches; it is not called for a locked day
 * @returns {Promise<Review>}
 * @throws {DonorError} `not-joined` or `joining-unfinished`
 */
export async function review(installation, day, read) {
  const now = installation.clock();
  const kept = await installation.store.read(async (home) => {
    if ((await home.days.blinded(day)) !== null) return { locked: await lockedCampaigns(home, day) };
    return { asked: await asked(home, day, now), unlisted: await home.results.unlisted() };
  });
  if (kept.locked) return view(day, kept.locked, { locked: true });
  const [{ searches, unread }, { asked: states, unlisted }] = [await read(), kept];
  const campaigns = [];
  for (const state of states) campaigns.push(...(await countedBy(state, searches, unlisted)));
  const { decision } = states[0].state;
  return view(day, campaigns, { unread, time: now, withheld: decision !== null && !decision.approved });
}

/**
 * A plan that an honest server will make, and all that decides what is given in it. `others` are campaigns of another
 * protocol, which have no place in it.
 * @typedef {Readonly<{plan: Plan, state: DonorState, others: readonly string[]}>} Asked
 */

/**
 * Return the plan of a day, and then those of later days with which the day's searches go out as part of a week.
 * @param {Home} home
 * @param {string} day
 * @param {number} now
 * @returns {Promise<readonly Asked[]>}
 */
async function asked(home, day, now) {
  const { info } = await membershipOf(home);
  const [consents, newest] = [await home.agreed(), await home.campaigns()];
  const parts = [...consents].map(([name, all]) => expectedPart(all, day, info.zone, newest.get(name)));
  const others = parts.filter(({ terms }) => terms.protocol !== info.protocol).map(({ campaign }) => campaign);
  const last = lastDay("week", day);
  const plans = [expectedPlan(info, day, parts), ...(last === day ? [] : [expectedPlan(info, last, weekly(parts))])];
  const found = [];
  for (const [at, plan] of plans.entries()) {
    const state = await donorState(home, plan.day, info, now);
    found.push({ plan, state, others: at === 0 ? others : [] });
  }
  return found;
}

/**
 * @param {readonly Part[]} parts
 */
function weekly(parts) {
  return parts.filter(({ terms }) => periodOf(terms) === "week");
}

/**
 * Return what would be given to each campaign in a plan, if the donor approved it now.
 * @param {Asked} asked
 * @param {readonly Search[] | null} searches
 * @param {ReadonlyMap<string, string>} unlisted by campaign, since when the server does not list it
 * @returns {Promise<readonly ReviewedCampaign[]>}
 */
async function countedBy({ plan, state, others }, searches, unlisted) {
  const { consents, newest, info, now } = state;
  const prepared = await prepareDonation(plan, asIfApproved(state), async () => searches);
  const today = dayOf(now, info.zone);
  const campaigns = [
    ...counted(prepared, state, searches ?? []),
    ...others.map((name) => zeros(name, plan.day, "changed-protocol")),
  ];
  return campaigns.map((part) => {
    const consent = /** @type {Consent} */ (consents.get(part.id)?.at(-1));
    return withinDates(part, consent, stateOfConsent(consent, newest, unlisted, info.delay, today).last);
  });
}

/**
 * Return a campaign's part of a review, with zeros instead if the day is before or after the campaign.
 * @param {ReviewedCampaign} part
 * @param {Consent} consent
 * @param {string} last the campaign's last day: as agreed, or sooner if the researcher closed it
 * @returns {ReviewedCampaign}
 */
function withinDates(part, { campaign: { start } }, last) {
  if (start <= part.last && part.last <= last) return part;
  return zeros(part.id, part.last, part.last > last ? "over" : "not-begun");
}

/**
 * Return a review with these fields, and defaults for those not given.
 * @param {string} day
 * @param {readonly ReviewedCampaign[]} campaigns
 * @param {Partial<Review>} more
 * @returns {Review}
 */
function view(day, campaigns, more) {
  return Object.freeze({ day, locked: false, campaigns, unread: [], time: null, withheld: false, ...more });
}

/**
 * Return the campaigns of the plan with the counts that would be given.
 * @param {PreparedDonation} prepared
 * @param {DonorState} state
 * @param {readonly Search[]} searches all that were found, possibly with those of other days
 * @returns {readonly ReviewedCampaign[]}
 */
function counted({ donation: { plan, given, objections, paused }, undecided }, state, searches) {
  const before = new Map(undecided.given.map((one) => [one.campaign, one]));
  return plan.layout.map(({ campaign }) => {
    const [found, whole] = [given.find((one) => one.campaign === campaign), before.get(campaign)];
    if (found === undefined || whole === undefined) {
      return zeros(campaign, plan.day, paused.includes(campaign) ? "paused" : (objections.get(campaign) ?? null));
    }
    const rows = found.labels.map((entry, index) => ({
      entry,
      text: found.texts[index],
      count: found.entries[index],
      searches: found.behind[index],
    }));
    return Object.freeze({
      id: campaign,
      last: plan.day,
      days: found.days.length > 1 ? found.days.map((day) => reviewedDay(found, day)) : [],
      searches: found.searches,
      entries: rows.filter(({ count }) => count > 0),
      why: null,
      counted: found.counted,
      leftOut: leftOut(found, whole, state, searches),
    });
  });
}

/**
 * Return what counts of one day of a week.
 * @param {Given} given
 * @param {Given["days"][number]} day
 * @returns {ReviewedDay}
 */
function reviewedDay({ labels, behind, counted }, { day, why, kept, searches: ids }) {
  const own = new Set(ids);
  const entries = labels.map((entry, at) => ({ entry, count: behind[at].filter((id) => own.has(id)).length }));
  return Object.freeze({
    ...{ day, why, kept, searches: counted.filter((id) => own.has(id)).length },
    entries: entries.filter(({ count }) => count > 0),
  });
}

/**
 * Return the searches that don't count for a campaign, at all or for some of the keywords that they match. Days that
 * give nothing are left out, and those whose searches are not known any more.
 * @param {Given} given the campaign's counts
 * @param {Given} whole the same before they were cut down to what the donor had approved
 * @param {DonorState} state
 * @param {readonly Search[]} searches all that were found
 * @returns {readonly LeftOut[]}
 */
function leftOut(given, whole, { decision, exclusions }, searches) {
  const days = new Set(given.days.filter(({ why, kept: isKept }) => why === null && !isKept).map(({ day }) => day));
  const beyond = labelsOf(given.labels, given.beyond);
  const cut = whole.behind.map((ids, index) => ids.filter((id) => !given.behind[index].includes(id)));
  const unseen = labelsOf(given.labels, cut);
  const [kept, before] = [new Set(given.counted), new Set(whole.counted)];
  return searches.flatMap((search) => {
    const { id } = search;
    const late = decision?.approved && search.time >= decision.time;
    const one = (/** @type {LeftOut["why"]} */ why, entries = /** @type {readonly string[]} */ ([])) => [
      Object.freeze({ search: id, why, entries }),
    ];
    if (!days.has(search.day)) return [];
    const excluded = reason(exclusions, search);
    if (excluded !== null) return one(excluded);
    if (!kept.has(id)) return one(late || before.has(id) ? "not-seen" : "over-searches");
    if (unseen.has(id)) return one("not-seen", unseen.get(id));
    return beyond.has(id) ? one("over-hits", beyond.get(id)) : [];
  });
}

/**
 * Return, by search, the labels of the rows that hold it.
 * @param {readonly string[]} labels
 * @param {readonly (readonly string[])[]} rows the ids of searches, one row for each label
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
 * Return a campaign that gets zeros.
 * @param {string} id
 * @param {string} last
 * @param {string | null} why
 * @returns {ReviewedCampaign}
 */
function zeros(id, last, why) {
  return Object.freeze({ id, last, days: [], searches: 0, entries: [], why, counted: [], leftOut: [] });
}

/**
 * Return the campaigns of a locked day from the log: those with counts, then those that got zeros.
 * @param {Home} home
 * @param {string} day
 * @returns {Promise<readonly ReviewedCampaign[]>}
 */
async function lockedCampaigns(home, day) {
  const lines = (await home.logged()).filter(({ round }) => round === day);
  const sent = lines.flatMap(({ what, given }) => (what === "vector" ? (given ?? []) : []));
  const campaigns = sent.map(({ campaign, searches, counts }) =>
    Object.freeze({
      ...zeros(campaign, day, null),
      searches,
      entries: Object.entries(counts).map(([entry, count]) => ({ entry, text: "", count, searches: [] })),
    }),
  );
  const known = new Set(campaigns.map(({ id }) => id));
  const others = [...(await home.consents()).values()]
    .map(({ consent }) => consent.campaign)
    .filter(({ id, terms }) => !known.has(id) && lastDay(periodOf(terms), day) === day);
  return [...campaigns, ...others.map(({ id }) => zeros(id, day, why(lines, id)))];
}

/**
 * Return the reason that the log gives for a campaign's zeros. It gives none, and this returns "zeros-sent", if the
 * donor had paused, had left the campaign, or had not joined it yet.
 * @param {readonly Logged[]} lines
 * @param {string} campaign
 */
function why(lines, campaign) {
  const told = lines.find((line) => line.what === "refusal" && line.campaign === campaign && line.reason);
  return told?.reason ?? "zeros-sent";
}
