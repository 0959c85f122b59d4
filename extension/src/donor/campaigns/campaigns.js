// A donor's campaigns: the server's offer, the donor's consents, and the published results.

import { dayOf } from "../../protocol/days.js";
import { accept, fetchOffer, listedOffer } from "./join.js";
import { leave } from "./leave.js";
import { campaignsOnOffer } from "./offers.js";
import { fetchResults, offeredResults, results } from "./results.js";

/** @typedef {import("../../core/views.js").Offer} Offer */
/** @typedef {import("../../core/views.js").Joined} Joined */
/**
 * What a donor chooses on joining. `strata`: its stratum by campaign id, by default the one chosen before. `language`:
 * that in which the texts were shown.
 * @typedef {{strata?: Record<string, string | null>, invitation?: string | null, language?: string}} Terms
 */

/** The campaigns of one donor. */
export class Campaigns {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Fetch a server's offer, before the donor agrees to anything. Nothing about the donor is sent.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns] ids, by default all
   * @returns {Promise<Offer>}
   * @throws {DonorError} if the server can't be reached, is not the one that was joined, or offers what can't be joined
   */
  fetchOffer(url, campaigns = null) {
    return fetchOffer(this.installation, url, campaigns);
  }

  /**
   * Return the last offer of the server that was joined, so that the donor can agree to new entries. Nobody is
   * contacted.
   * @param {readonly string[] | null} [campaigns] ids, by default all
   * @returns {Promise<Offer>}
   * @throws {DonorError} if no server is joined, or its list has no such campaign
   */
  listedOffer(campaigns = null) {
    return listedOffer(this.installation, campaigns);
  }

  /**
   * Agree to an offer that the donor has seen: join all of its campaigns, or none if anything fails.
   * @param {Offer} offer
   * @param {Terms} [terms]
   * @returns {Promise<Joined>}
   * @throws {DonorError} as `join` does
   */
  accept(offer, { strata = {}, invitation = null, language = "en" } = {}) {
    return accept(this.installation, offer, strata, invitation, language);
  }

  /**
   * Fetch a server's offer and agree to it.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns] ids, by default all
   * @param {Omit<Terms, "strata"> & {stratum?: string | null}} [terms] `stratum`: the donor's in every campaign that
   *   has strata
   * @returns {Promise<Joined>}
   * @throws {DonorError} as `fetchOffer` does; also if the server refuses the donor, or if a campaign asks for a stratum and
   *   none was chosen
   */
  async join(url, campaigns = null, { stratum = null, ...terms } = {}) {
    const offer = await this.fetchOffer(url, campaigns);
    const strata = Object.fromEntries(Object.keys(offer.campaigns).map((name) => [name, stratum]));
    return this.accept(offer, { strata, ...terms });
  }

  /**
   * Give a campaign nothing from now on. The server is not told: it never knew which campaigns the donor had joined.
   * @param {string} campaign
   * @throws {DonorError} `not-joined-campaign`
   */
  leave(campaign) {
    return leave(this.installation, campaign);
  }

  /**
   * Return, by id of each campaign ever joined, the newest consent and when the donor left; null if it did not leave.
   * @returns {Promise<ReadonlyMap<string, {consent: import("../../core/views.js").Consent, left: number | null}>>}
   */
  consents() {
    return this.installation.store.read((home) => home.consents());
  }

  /**
   * Return the campaigns that the donor can agree to, as of the last contact: those not joined, and joined ones that
   * have changed.
   * @returns {Promise<readonly import("../../core/views.js").OnOffer[]>}
   */
  async onOffer() {
    return campaignsOnOffer(this.installation, dayOf(this.installation.clock(), await this.installation.zone()));
  }

  /**
   * Fetch the published results of all campaigns of the server, joined or not. They are asked for without token, so
   * that the server does not learn which donor asks.
   * @throws {DonorError} if the server can't be reached, or an answer can't be read
   */
  fetchResults() {
    return fetchResults(this.installation);
  }

  /**
   * Return what the campaigns of an offer have published, before anything is agreed to.
   * @param {Offer} offer
   * @returns {Promise<readonly import("../../core/views.js").CampaignResults[]>}
   * @throws {DonorError} if the server can't be reached
   */
  offeredResults(offer) {
    return offeredResults(this.installation, offer);
  }

  /**
   * Return the results as fetched last: those of joined campaigns first, then by title.
   * @returns {Promise<readonly import("../../core/views.js").CampaignResults[]>}
   */
  results() {
    return results(this.installation);
  }
}
