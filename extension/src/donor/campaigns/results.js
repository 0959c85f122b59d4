// Published results. They are fetched for all campaigns alike, kept in the home, and shown without contacting the
// server.

import { LATE_RESULTS, MAX_RESULTS } from "../../core/constants.js";
import { DonorError } from "../../core/errors.js";
import { cachedParser } from "../../core/parse_cache.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { dayOf, plusDays } from "../../protocol/days.js";
import { hasFull, periodOf } from "../../protocol/terms.js";
import { joinedBy } from "../installation.js";
import { refreshCampaigns } from "./campaign_list.js";
import { readPublished } from "./results_document.js";

/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../../gateways/server_http/server_http.js").ServerHttp} ServerHttp */
/** @typedef {import("../../gateways/home_store/result_store.js").KeptResults} KeptResults */
/** @typedef {import("../../core/views.js").CampaignResults} CampaignResults */

/** The server's problems that mean that a campaign has no results. */
const NOTHING_THERE = ["no-such-campaign", "not-found"];
const read = cachedParser(readPublished);

/**
 * Fetch the results of every campaign that the server lists, or listed lately, and keep what is new.
 *
 * The requests carry neither a token nor an entity tag, and don't depend on what the donor has joined. A campaign's id
 * would be such a tag, too, if a server listed it for one donor alone. So an id that came beside a check-in is asked for
 * only once this list has it, which is fetched here without a token.
 * @param {Installation} installation
 * @throws {DonorError} if the server can't be reached; `unreadable-results` if some answers can't be read: these
 *   campaigns keep their earlier results
 */
export function fetchResults(installation) {
  return installation.exclusive(async () => {
    const membership = await installation.membership();
    const server = installation.server(membership.url);
    await refreshCampaigns(installation, membership, server, false);
    const wrong = [];
    const today = dayOf(installation.clock(), membership.info.zone);
    for (const kept of await installation.store.read((home) => home.results.all())) {
      if (isAskedFor(kept, today) && !(await fetchOne(installation, server, kept))) wrong.push(kept.campaign);
    }
    if (wrong.length === 0) return;
    const campaigns = wrong.join(", ");
    const line = `the server's results of ${campaigns} can't be read by this version: what was fetched before is kept`;
    throw new DonorError("unreadable-results", line, { campaigns });
  });
}

/**
 * Return whether a campaign is in the list just fetched, or was in such a list and left it lately.
 * @param {KeptResults} kept
 * @param {string} today
 */
function isAskedFor({ text, unlisted }, today) {
  return unlisted === null || (text !== null && today <= plusDays(unlisted, LATE_RESULTS));
}

/**
 * Fetch one campaign's results and keep them if they are new. Return false only if there are results that can't be
 * read.
 * @param {Installation} installation
 * @param {ServerHttp} server
 * @param {KeptResults} kept
 */
async function fetchOne({ store }, server, kept) {
  const text = await resultsOf(server, kept.campaign);
  if (text === null) return true;
  if (text.length > MAX_RESULTS || readPublished(text)?.campaign !== kept.campaign) return false;
  await store.write((home) => home.results.keep(kept.campaign, text));
  return true;
}

/**
 * Ask for one campaign's results; null if the server has none.
 * @param {ServerHttp} server
 * @param {string} campaign
 */
async function resultsOf(server, campaign) {
  try {
    return await server.results(campaign);
  } catch (error) {
    if (error instanceof ServerProblem && NOTHING_THERE.includes(error.reason)) return null;
    throw error;
  }
}

/**
 * Return the results of an offer's campaigns, without keeping anything; results that can't be read are left out.
 *
 * Those of all campaigns are fetched, because the request for one would tell which one a person is about to join. A home
 * that has joined already makes no contact: it has the results that it fetched last.
 * @param {Installation} installation
 * @param {import("../../core/views.js").Offer} offer
 * @returns {Promise<readonly CampaignResults[]>}
 * @throws {DonorError} if the server can't be reached
 */
export async function offeredResults(installation, { url, campaigns }) {
  if ((await installation.store.read(joinedBy)) !== null) return results(installation);
  const server = installation.server(url);
  const found = [];
  for (const campaign of Object.values(campaigns)) {
    const text = (await resultsOf(server, campaign.id)) ?? "";
    const published = text.length > MAX_RESULTS ? null : readPublished(text);
    if (published?.campaign === campaign.id) found.push(resultsOfCampaign(published, campaign, false));
  }
  return found;
}

/**
 * Return the results that were fetched last: those of joined campaigns first, then by title.
 * @param {Installation} installation
 * @returns {Promise<readonly CampaignResults[]>}
 */
export function results({ store }) {
  return store.read(async (home) => {
    const [joined, texts] = [await home.agreed(), await home.campaigns()];
    const found = (await home.results.all()).flatMap(({ campaign, text }) => {
      const published = text === null ? null : read(text);
      if (published === null || published.campaign !== campaign) return [];
      return [resultsOfCampaign(published, texts.get(campaign), joined.has(campaign))];
    });
    return found.sort((a, b) => Number(b.joined) - Number(a.joined) || (a.title < b.title ? -1 : 1));
  });
}

/**
 * @param {import("./results_document.js").Published} published
 * @param {import("../../core/views.js").Campaign | undefined} known the campaign's text; undefined if it is not known
 * @param {boolean} joined
 * @returns {CampaignResults}
 */
function resultsOfCampaign({ campaign, days, missing }, known, joined) {
  const [title, period] = [known?.title ?? campaign, known === undefined ? "day" : periodOf(known.terms)];
  const isCapped = known !== undefined && hasFull(known.terms);
  return Object.freeze({ id: campaign, title, period, joined, days, missing, isCapped });
}
