// A donor's campaigns: what a server offers, what was agreed to, what was published.

import { dayOf } from "../../protocol/days.js";
import { accept, look, lookAgain } from "./join.js";
import { leave } from "./leave.js";
import { campaignsOnOffer } from "./offers.js";
import { fetchResults, results } from "./results.js";

/** @typedef {import("../../core/views.js").Offer} Offer */
/** @typedef {import("../../core/views.js").Joined} Joined */
/** @typedef {{stratum?: string | null, invitation?: string | null, language?: string}} Terms */

/** The campaigns of one donor. */
export class Campaigns {
  /** @param {import("../installation.js").Installation} installation */
  constructor(installation) {
    this.installation = installation;
  }

  /**
   * Return what the server offers, before anything is agreed to; nothing of the donor is sent.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns] by default all
   * @returns {Promise<Offer>}
   */
  look(url, campaigns = null) {
    return look(this.installation, url, campaigns);
  }

  /**
   * Return what the joined server offered last, so that the donor can agree to later entries: nobody is contacted.
   * @param {readonly string[] | null} [campaigns]
   * @returns {Promise<Offer>}
   */
  lookAgain(campaigns = null) {
    return lookAgain(this.installation, campaigns);
  }

  /**
   * Agree to an offer that was looked at. Without a stratum the one chosen before stays.
   * @param {Offer} offer
   * @param {Terms} [terms] `language` is the one that the texts were shown in
   * @returns {Promise<Joined>}
   */
  accept(offer, { stratum = null, invitation = null, language = "en" } = {}) {
    return accept(this.installation, offer, stratum, invitation, language);
  }

  /**
   * Agree to what the server offers.
   * @param {string} url
   * @param {readonly string[] | null} [campaigns]
   * @param {Terms} [terms]
   * @returns {Promise<Joined>}
   * @throws {DonorError} says what keeps the donor from it
   */
  async join(url, campaigns = null, terms = {}) {
    return this.accept(await this.look(url, campaigns), terms);
  }

  /**
   * Give a campaign nothing from now on; the server is not told, as it never knew.
   * @param {string} campaign
   * @throws {DonorError} `not-joined-campaign`
   */
  leave(campaign) {
    return leave(this.installation, campaign);
  }

  /**
   * Return the newest consent to each campaign ever joined, with when it was left, if it was.
   * @returns {Promise<ReadonlyMap<string, {consent: import("../../core/views.js").Consent, left: number | null}>>}
   */
  consents() {
    return this.installation.store.read((home) => home.consents());
  }

  /**
   * Return the campaigns that are not joined, and joined ones that have changed, as of the last contact.
   * @returns {Promise<readonly import("../../core/views.js").OnOffer[]>}
   */
  async onOffer() {
    return campaignsOnOffer(this.installation, dayOf(this.installation.clock(), await this.installation.zone()));
  }

  /**
   * Fetch what all campaigns of the server publish, as anybody can: without token, joined or not.
   * @throws {DonorError} if the server can't be reached, or an answer makes no sense
   */
  fetchResults() {
    return fetchResults(this.installation);
  }

  /**
   * Return what the campaigns had published when it was fetched last, those joined first.
   * @returns {Promise<readonly import("../../core/views.js").CampaignResults[]>}
   */
  results() {
    return results(this.installation);
  }
}
