// The requests of the `cohort` protocol: tickets, epochs, leaves, uploads, and committee messages.

import { parseSigned } from "../../protocol/messages.js";
import { BINARY, encoded, Requests } from "./requests.js";

/** @typedef {Readonly<{day: string, cohort: number, subCohort: number, place: number}>} MemberPlace */

/** One server at one address, as homes of cohorts ask it. */
export class CohortHttp extends Requests {
  /**
   * Send a ticket for an epoch; its receipt, signed.
   * @param {string} token
   * @param {number} epoch
   * @param {import("../../protocol/messages.js").TicketMessage} ticket
   */
  async sendTicket(token, epoch, ticket) {
    const request = { token, body: encoded(ticket), kind: "application/json" };
    return this.read(parseSigned, await this.body("PUT", `/v1/tickets/${epoch}`, request));
  }

  /**
   * An epoch as it is published, signed; asked without token, as anybody can.
   * @param {number} epoch
   */
  async epoch(epoch) {
    return this.read(parseSigned, await this.body("GET", `/v1/epochs/${epoch}`));
  }

  /**
   * This donor's own leaf, then its committee, with their proof.
   * @param {string} token
   * @param {number} epoch
   */
  place(token, epoch) {
    return this.body("GET", `/v1/epochs/${epoch}/place`, { token });
  }

  /**
   * A committee on which this donor serves, place 1 first, with its proof.
   * @param {string} token
   * @param {number} epoch
   * @param {number} cohort
   */
  committee(token, epoch, cohort) {
    return this.body("GET", `/v1/epochs/${epoch}/committees/${cohort}`, { token });
  }

  /**
   * The leaves of a cohort that this donor serves, with their proof.
   * @param {string} token
   * @param {number} epoch
   * @param {number} cohort
   */
  cohortLeaves(token, epoch, cohort) {
    return this.body("GET", `/v1/epochs/${epoch}/cohorts/${cohort}`, { token });
  }

  /**
   * Send a day's upload; its receipt, signed. `context` is the day's C in hex.
   * @param {string} token
   * @param {string} day
   * @param {string} context
   * @param {Uint8Array} data
   */
  async sendUpload(token, day, context, data) {
    const request = { token, body: data, kind: BINARY };
    return this.read(parseSigned, await this.body("PUT", `/v1/rounds/${day}/uploads/${context}`, request));
  }

  /**
   * The list of a (sub-)cohort's day, for a member of its committee.
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
   * The certificate over the list of a (sub-)cohort's day, for a member of its committee.
   * @param {string} token
   * @param {string} day
   * @param {number} cohort
   * @param {number} subCohort
   */
  certificate(token, day, cohort, subCohort) {
    return this.body("GET", `/v1/rounds/${day}/certificates/${cohort}/${subCohort}`, { token });
  }

  /**
   * Send a member's sum of streams, signed.
   * @param {string} token
   * @param {MemberPlace} at
   * @param {Uint8Array} answer
   */
  async sendAnswer(token, { day, cohort, subCohort, place }, answer) {
    const path = `/v1/rounds/${day}/answers/${cohort}/${subCohort}/${place}`;
    await this.body("PUT", path, { token, body: answer, kind: BINARY });
  }
}
