// The server over HTTP: one method for each request of docs/reference/protocol.md.

import {
  parseCampaignList,
  parseCheckInAnswer,
  parseKeyChain,
  parseReceipt,
  parseRegistered,
  parseServerInfo,
} from "../../protocol/messages.js";
import { CohortHttp } from "./cohort_http.js";
import { NOT_MODIFIED } from "./http.js";
import { BINARY } from "./requests.js";

export { encoded } from "./requests.js";

/**
 * One server at one address. Requests that only its donors may make take the donor's token. All throw the DonorErrors
 * of requests.js.
 */
export class ServerHttp extends CohortHttp {
  /** Return the server's description of itself. */
  async info() {
    return this.read(parseServerInfo, await this.body("GET", "/v1/server"));
  }

  /** Return the chain of the server's online keys. */
  async keys() {
    return this.read(parseKeyChain, await this.body("GET", "/v1/keys"));
  }

  /**
   * Return the list of campaigns that the server runs or will run, and the list's entity tag. The list is null if it is
   * still the known one.
   *
   * The vocabularies in the list are most of what a check-in would load, so an unchanged list is not sent again (RFC
   * 9110, section 13.1.2).
   * @param {string | null} [known] the entity tag of the list fetched last
   */
  async campaigns(known = null) {
    const { status, tag, body } = await this.http.exchange("GET", "/v1/campaigns", { known });
    const unchanged = known !== null && status === NOT_MODIFIED;
    return { list: unchanged ? null : this.read(parseCampaignList, body), tag };
  }

  /**
   * Register new keys, and return the donor's token and number.
   * @param {object} registration
   */
  async register(registration) {
    return this.read(parseRegistered, await this.post("/v1/donors", registration));
  }

  /**
   * Check in, and return the server's answer with the tasks that are due and the completion codes.
   * @param {string} token
   * @param {object} checkIn
   */
  async checkIn(token, checkIn) {
    return this.read(parseCheckInAnswer, await this.post("/v1/check-in", checkIn, token));
  }

  /**
   * Send a blinded vector, and return its receipt.
   * @param {string} token
   * @param {string} day ISO text
   * @param {string} context the digest of the round's context, in hex
   * @param {Uint8Array} data
   */
  async sendVector(token, day, context, data) {
    const path = `/v1/rounds/${day}/vectors/${context}`;
    return this.read(parseReceipt, await this.body("PUT", path, { token, body: data, kind: BINARY }));
  }

  /**
   * Return what a campaign has published, as JSON text. It is asked for without token and entity tag, as anybody can.
   * @param {string} campaign
   */
  async results(campaign) {
    const { body } = await this.http.exchange("GET", `/v1/campaigns/${campaign}/results.json`, {});
    return new TextDecoder().decode(body);
  }

  /**
   * Have the server forget this donor.
   * @param {string} token
   */
  async erase(token) {
    await this.body("DELETE", "/v1/donor", { token });
  }
}
