// The server over HTTP: one method for each request of docs/reference/protocol.md.

import {
  parseCampaignList,
  parseCheckInAnswer,
  parseCompletions,
  parseReceipt,
  parseRegistered,
  parseServerInfo,
} from "../../protocol/messages.js";
import { CohortHttp } from "./cohort_http.js";
import { NOT_MODIFIED } from "./http.js";
import { BINARY } from "./requests.js";

export { encoded } from "./requests.js";

/** One server at one address; what only its donors may do takes the donor's token. */
export class ServerHttp extends CohortHttp {
  /** What the server is. */
  async info() {
    return this.read(parseServerInfo, await this.body("GET", "/v1/server"));
  }

  /**
   * The campaigns the server runs or will run, and the tag of this list; null where it is still the `known` one.
   *
   * A list of long vocabularies is most of what a check-in would load (RFC 9110, section 13.1.2).
   * @param {string | null} [known]
   */
  async campaigns(known = null) {
    const { status, tag, body } = await this.http.exchange("GET", "/v1/campaigns", { known });
    const unchanged = known !== null && status === NOT_MODIFIED;
    return { list: unchanged ? null : this.read(parseCampaignList, body), tag };
  }

  /**
   * Register new keys.
   * @param {object} registration
   */
  async register(registration) {
    return this.read(parseRegistered, await this.post("/v1/donors", registration));
  }

  /**
   * Make contact, and get the tasks due.
   * @param {string} token
   * @param {object} checkIn
   */
  async checkIn(token, checkIn) {
    return this.read(parseCheckInAnswer, await this.post("/v1/check-in", checkIn, token));
  }

  /**
   * How far this donor is from the code of each campaign that has one, whichever it joined.
   * @param {string} token
   */
  async completions(token) {
    return this.read(parseCompletions, await this.body("GET", "/v1/completions", { token })).completions;
  }

  /**
   * Send a blinded vector: `day` is an ISO date, `context` the round context's digest in hex.
   * @param {string} token
   * @param {string} day
   * @param {string} context
   * @param {Uint8Array} data
   */
  async sendVector(token, day, context, data) {
    const path = `/v1/rounds/${day}/vectors/${context}`;
    return this.read(parseReceipt, await this.body("PUT", path, { token, body: data, kind: BINARY }));
  }

  /**
   * What a campaign has published, as JSON text, and its tag; null where it is still the `known` one.
   *
   * Asked without token, as anybody can.
   * @param {string} campaign
   * @param {string | null} [known]
   */
  async results(campaign, known = null) {
    const { status, tag, body } = await this.http.exchange("GET", `/v1/campaigns/${campaign}/results.json`, { known });
    const unchanged = known !== null && status === NOT_MODIFIED;
    return { text: unchanged ? null : new TextDecoder().decode(body), tag };
  }

  /**
   * Have the server forget this donor.
   * @param {string} token
   */
  async erase(token) {
    await this.body("DELETE", "/v1/donor", { token });
  }
}
