// The requests of the `cohort` protocol: tickets, epochs, leaves, uploads, and committee messages.

import { parseLogPart, parseSigned } from "../../protocol/messages.js";
import { BINARY, encoded, Requests } from "./requests.js";

/**
 * A member's place, from 1, on the committee of a (sub-)cohort's day.
 * @typedef {Readonly<{day: string, cohort: number, subCohort: number, place: number}>} MemberPlace
 */

/** The requests of the `cohort` protocol to one server. All throw the DonorErrors of requests.js. */
export class CohortHttp extends Requests {
  /**
   * Send a ticket for an epoch, and return its signed receipt.
   * @param {string} token
   * @param {number} epoch
   * @param {import("../../protocol/messages.js").TicketMessage} ticket
   */
  async sendTicket(token, epoch, ticket) {
    const request = { token, body: encoded(ticket), kind: "application/json" };
    return this.read(parseSigned, await this.body("PUT", `/v1/tickets/${epoch}`, request));
  }

  /**
   * Return a published epoch, signed. It is asked for without token, as anybody can.
   * @param {number} epoch
   */
  async epoch(epoch) {
    return this.read(parseSigned, await this.body("GET", `/v1/epochs/${epoch}`));
  }

  /** Return the whole public log. It is asked for without token. */
  async publicLog() {
    return this.read(parseLogPart, await this.body("GET", "/v1/log"));
  }

  /**
   * Return this donor's own leaf, then its committee, with their proof, as bytes for `readShown`.
   * @param {string} token
   * @param {number} epoch
   */
  place(token, epoch) {
    return this.body("GET", `/v1/epochs/${epoch}/place`, { token });
  }

  /**
   * Return a committee on which this donor serves, place 1 first, with its proof, as bytes for `readShown`.
   * @param {string} token
   * @param {number} epoch
   * @param {number} cohort
   */
  committee(token, epoch, cohort) {
    return this.body("GET", `/v1/epochs/${epoch}/committees/${cohort}`, { token });
  }

  /**
   * Return the leaves of a cohort that this donor serves, with their proof, as bytes for `readShown`.
   * @param {string} token
   * @param {number} epoch
   * @param {number} cohort
   */
  cohortLeaves(token, epoch, cohort) {
    return this.body("GET", `/v1/epochs/${epoch}/cohorts/${cohort}`, { token });
  }

  /**
   * Send a day's upload, and return its signed receipt.
   * @param {string} token
   * @param {string} day
   * @param {string} context the day's context C, in hex
   * @param {Uint8Array} data
   */
  async sendUpload(token, day, context, data) {
    const request = { token, body: data, kind: BINARY };
    return this.read(parseSigned, await this.body("PUT", `/v1/rounds/${day}/uploads/${context}`, request));
  }

  /**
   * Return the list of a (sub-)cohort's day, for a member of its committee.
   * @param {string} token
   * @param {string} day
   * @param {number} cohort
   * @param {number} subCohort
   */
  list(token, day, cohort, subCohort) {
    return this.body("GET", `/v1/rounds/${day}/lists/${cohort}/${subCohort}`, { token });
  }

  /**
   * Send a member's signature under a list.
   * @param {string} token
   * @param {MemberPlace} at
   * @param {Uint8Array} signature
   */
  async sendSignature(token, { day, cohort, subCohort, place }, signature) {
    const path = `/v1/rounds/${day}/signatures/${cohort}/${subCohort}/${place}`;
    await this.body("PUT", path, { token, body: signature, kind: BINARY });
  }

  /**
   * Return the certificate over the list of a (sub-)cohort's day, for a member of its committee.
   * @param {string} token
   * @param {string} day
   * @param {number} cohort
   * @param {number} subCohort
   */
  certificate(token, day, cohort, subCohort) {
    return this.body("GET", `/v1/rounds/${day}/certificates/${cohort}/${subCohort}`, { token });
  }

  /**
   * Send a member's answer: its sum of streams, signed.
   * @param {string} token
   * @param {MemberPlace} at
   * @param {Uint8Array} answer
   */
  async sendAnswer(token, { day, cohort, subCohort, place }, answer) {
    const path = `/v1/rounds/${day}/answers/${cohort}/${subCohort}/${place}`;
    await this.body("PUT", path, { token, body: answer, kind: BINARY });
  }
}
