// The home's consents, the campaigns as the server signed them last, and the completion codes.

import { cachedParser } from "../../core/parse_cache.js";
import { parseCampaign, parseCompletions } from "../../protocol/messages.js";
import { Facts } from "./facts.js";

/** @typedef {import("../../protocol/messages.js").Campaign} Campaign */
/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../protocol/messages.js").Completion} Completion */
/** @typedef {import("../../core/donation/consent.js").Consent} Consent */

/** Parses campaigns. Each text has up to 50,000 entries and is needed for every page, so the result is remembered. */
const readCampaign = cachedParser(parseCampaign);

/** The part of a Home that is about consents. */
export class Consents extends Facts {
  /**
   * Keep a consent. Earlier ones to the same campaign stay: they hold for the days before.
   * @param {Consent} consent
   */
  addConsent({ signed, campaign, language, time, stratum }) {
    this.tables.add("consents", { campaign: campaign.id, ...signed, language, time, stratum, left: null });
    this.chosen();
  }

  /**
   * Note that the donor has left a campaign, and erase its completion code.
   * @param {string} campaign
   * @param {number} time milliseconds since 1970
   */
  async leave(campaign, time) {
    const left = (/** @type {any} */ row) => row.campaign === campaign && row.left === null;
    await this.tables.change("consents", (row) => (left(row) ? { ...row, left: time } : null));
    const told = new Map(await this.completions());
    told.delete(campaign);
    this.keepCompletions(told);
    this.chosen();
  }

  /**
   * Return, by campaign ever joined, the newest consent, when the campaign was joined and when it was left; null if it
   * was not. After leaving and joining again, `joined` is the last time. Agreeing to a changed campaign is no joining.
   * @returns {Promise<ReadonlyMap<string, {consent: Consent, joined: number, left: number | null}>>}
   */
  async consents() {
    /** @type {Map<string, {consent: Consent, joined: number, left: number | null}>} */
    const found = new Map();
    for (const row of await this.tables.all("consents")) {
      const known = found.get(row.campaign);
      // Leaving ends all consents in force at one time, so consents of one participation have the same `left`.
      const joined = known && known.left === row.left ? known.joined : row.time;
      found.set(row.campaign, { consent: readConsent(row), joined, left: row.left });
    }
    return found;
  }

  /**
   * Return all consents ever given, the oldest first.
   * @returns {Promise<readonly Consent[]>}
   */
  async everyConsent() {
    return (await this.tables.all("consents")).map(readConsent);
  }

  /**
   * Return, by campaign, the consents in force (those since the donor last left it), the oldest first.
   * @returns {Promise<ReadonlyMap<string, readonly Consent[]>>}
   */
  async agreed() {
    /** @type {Map<string, Consent[]>} */
    const found = new Map();
    for (const row of await this.tables.all("consents")) {
      if (row.left === null) found.set(row.campaign, [...(found.get(row.campaign) ?? []), readConsent(row)]);
    }
    return found;
  }

  /**
   * Return, by joined campaign, what the server told about its completion code.
   * @returns {Promise<ReadonlyMap<string, Completion>>}
   */
  async completions() {
    const told = await this.fact("completions");
    const { completions } = told === null ? { completions: [] } : parseCompletions(told);
    return new Map(completions.map((one) => [one.campaign, one]));
  }

  /** @param {ReadonlyMap<string, Completion>} told */
  keepCompletions(told) {
    this.setFact("completions", told.size > 0 ? JSON.stringify({ completions: [...told.values()] }) : null);
  }

  /**
   * Keep the newest signed text of each campaign. A campaign that is not among them keeps its last text.
   * @param {Iterable<readonly [string, Signed]>} campaigns
   */
  keepCampaigns(campaigns) {
    for (const [id, { payload, signature }] of campaigns) this.tables.put("campaigns", { id, payload, signature });
  }

  /**
   * Return the campaigns as the server signed them last, by id.
   * @returns {Promise<ReadonlyMap<string, Campaign>>}
   */
  async campaigns() {
    const rows = await this.tables.all("campaigns");
    return new Map(rows.map(({ id, payload }) => [id, readCampaign(payload)]));
  }

  /**
   * Return the signed texts of the campaigns, by id.
   * @returns {Promise<ReadonlyMap<string, Signed>>}
   */
  async signedCampaigns() {
    const rows = await this.tables.all("campaigns");
    return new Map(rows.map(({ id, payload, signature }) => [id, Object.freeze({ payload, signature })]));
  }
}

/**
 * @param {any} row
 * @returns {Consent}
 */
function readConsent({ payload, signature, language, time, stratum }) {
  const campaign = readCampaign(payload);
  return Object.freeze({ signed: Object.freeze({ payload, signature }), campaign, language, time, stratum });
}
