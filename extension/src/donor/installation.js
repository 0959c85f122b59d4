// One donor's installation: its store, keys, clock and server, and its registration with the server.

import { DonorError } from "../core/errors.js";
import { ServerProblem } from "../gateways/server_http/http.js";
import { encoded, ServerHttp } from "../gateways/server_http/server_http.js";
import { fromHex, toHex } from "../protocol/encoding.js";
import { DonorSecrets } from "../protocol/keys.js";
import { parseServerInfo } from "../protocol/messages.js";
import { KINDS } from "../rounds/cohort/messages.js";
import { chargeUnrecorded } from "./restored_home.js";

/** @typedef {import("../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../gateways/browser/donor_parts.js").Parts} Parts */
/** @typedef {import("../gateways/home_store/facts.js").Credentials} Credentials */
/** @typedef {import("../protocol/messages.js").ServerInfo} ServerInfo */

/**
 * The one server of this home, as it described itself on joining.
 *
 * - `identity`: the server's identity key, 32 bytes, which is pinned.
 * - `serverKey`: its online key, with which it signs. `info.online` names it.
 *   It was checked (`server_keys.js`) before it was stored.
 * @typedef {Readonly<{url: string, info: ServerInfo, identity: Uint8Array, serverKey: Uint8Array}>} Membership
 */

/** What all of a donor's use cases need: the home's store, the browser's parts, and the server. */
export class Installation {
  #parts;

  /**
   * @param {import("../gateways/home_store/store.js").Store} store
   * @param {Parts} parts
   */
  constructor(store, parts) {
    this.store = store;
    this.#parts = parts;
    this.clock = parts.clock;
    this.randomBytes = parts.randomBytes;
    this.exclusive = parts.exclusive;
    this.history = parts.history;
    this.hold = parts.hold;
    this.marker = parts.marker;
  }

  /**
   * Return the server at this address. Nothing is sent yet.
   * @param {string} url
   * @throws {DonorError} if it is no server's address (`checkedUrl`)
   */
  server(url) {
    return new ServerHttp(url, this.#parts.fetch);
  }

  /**
   * Return the server that this home has joined.
   * @throws {DonorError} `not-joined` or `joining-unfinished`
   */
  membership() {
    return this.store.read(membershipOf);
  }

  /** Return the time zone of the data days: the server's or, before joining, the computer's. */
  zone() {
    return this.store.read((home) => this.zoneOf(home));
  }

  /**
   * Return the time zone of the data days, read in the caller's transaction.
   * @param {Home} home
   */
  async zoneOf(home) {
    return (await joinedBy(home))?.info.zone ?? this.#parts.zone;
  }

  /**
   * Register with the server under new keys. The old keys, and what was blinded with them, are erased first. A home that
   * joined before charges what it may have given without a record (`restored_home.js`).
   *
   * If the program is killed half way, the home has no donor number, so the next contact registers again. The server's
   * address is stored before the request is sent, so that contact goes to the same server. A server that refuses a
   * first registration is forgotten.
   * @param {ServerHttp} server
   * @param {ServerInfo} info
   * @param {string | null} invitation
   * @param {{reason: string, detail: string} | null} [anew] the log's entry on why a registered donor registers
   *   again; null for a first registration
   * @returns {Promise<Credentials>}
   * @throws {DonorError} if the server refuses, or can't be reached
   */
  async register(server, info, invitation, anew = null) {
    const secrets = await DonorSecrets.generate(this.randomBytes);
    const message = { member: await secrets.member(fromHex(info.key)), invitation };
    const installation = toHex(this.randomBytes(16));
    await this.store.write(async (home) => {
      await chargeUnrecorded(home, this.clock(), info);
      if (anew !== null) home.log({ time: this.clock(), what: "registered-anew", ...anew });
      await forgetKeys(home);
      home.setFact("installation", installation);
      home.setFact("url", server.url);
      home.setFact("server", JSON.stringify(info));
      home.log({ time: this.clock(), what: "registration", bytes: encoded(message).length });
    });
    const registered = await this.#registered(server, message);
    const credentials = { secrets, token: registered.token };
    await this.store.write((home) => {
      home.keepCredentials(installation, credentials);
      home.setFact("number", registered.number);
      home.setFact("invitation", invitation);
    });
    return credentials;
  }

  /**
   * Register again, as the old keys are lost or not to be trusted any more. Consents, exclusions and log are kept.
   * @param {ServerHttp} server
   * @param {ServerInfo} info
   * @param {string} reason for the log
   */
  async registerAnew(server, info, reason) {
    const detail = "the home was restored or copied, or the server forgot it: new keys; your choices are kept";
    const invitation = await this.store.read((home) => home.fact("invitation"));
    return this.register(server, info, invitation, { reason, detail });
  }

  /**
   * Send a registration and return the server's answer. If the server refuses, forget it, unless something is joined.
   * @param {ServerHttp} server
   * @param {object} message
   */
  async #registered(server, message) {
    try {
      return await server.register(message);
    } catch (error) {
      if (error instanceof ServerProblem) {
        // A server at which something is joined is kept: it may accept another invitation later.
        await this.store.write(async (home) => {
          if ((await home.everyConsent()).length === 0) home.forgetInstallation();
        });
      }
      throw error;
    }
  }
}

/**
 * Return the server of this home, even if joining it was interrupted; null before the donor ever tried to join one.
 * @param {Home} home
 * @returns {Promise<Membership | null>}
 */
export async function joinedBy(home) {
  const [url, text] = [await home.fact("url"), await home.fact("server")];
  if (url === null || text === null) return null;
  return membershipIn(url, parseServerInfo(text));
}

/**
 * Return the membership of a server that described itself like this.
 * @param {string} url
 * @param {ServerInfo} info its online key must have been checked (`server_keys.js`)
 * @returns {Membership}
 */
export function membershipIn(url, info) {
  const { key } = KINDS["online-key"](info.online.payload);
  return Object.freeze({ url, info, identity: fromHex(info.key), serverKey: fromHex(key) });
}

/**
 * Return the server that this home has joined.
 * @param {Home} home
 * @returns {Promise<Membership>}
 * @throws {DonorError} `not-joined` before, `joining-unfinished` if joining was interrupted
 */
export async function membershipOf(home) {
  const membership = await joinedBy(home);
  if (membership === null) throw new DonorError("not-joined", "no server is joined yet: begin with its link");
  if ((await home.everyConsent()).length === 0) {
    const line = `joining was not finished: join ${membership.url} again, or erase everything`;
    throw new DonorError("joining-unfinished", line, { url: membership.url });
  }
  return membership;
}

/**
 * Forget the donor's keys, and erase what was made with them: the bytes of locked days, and all tickets.
 * @param {Home} home
 */
async function forgetKeys(home) {
  home.forgetCredentials();
  for (const name of /** @type {const} */ (["installation", "number", "nonce", "campaigns_tag"])) {
    home.setFact(name, null);
  }
  await home.days.forgetData();
  await home.cohort.forgetTickets();
}
