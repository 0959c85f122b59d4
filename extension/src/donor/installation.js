// One donor's installation: its store, keys, clock and server; and how it registers.

import { DonorError } from "../core/errors.js";
import { ServerProblem } from "../gateways/server_http/http.js";
import { encoded, ServerHttp } from "../gateways/server_http/server_http.js";
import { fromHex, toHex } from "../protocol/encoding.js";
import { DonorSecrets } from "../protocol/keys.js";
import { parseServerInfo } from "../protocol/messages.js";
import { openOnlineKey } from "../rounds/cohort/epoch/acceptance.js";
import { KINDS } from "../rounds/cohort/messages.js";
import { Refused } from "../rounds/refusals.js";

/** @typedef {import("../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../gateways/browser/donor_parts.js").Parts} Parts */
/** @typedef {import("../gateways/home_store/facts.js").Credentials} Credentials */
/** @typedef {import("../protocol/messages.js").ServerInfo} ServerInfo */

/**
 * The one server of this home, as it was on joining: `identity`, its key, is pinned. `serverKey` is the one that it
 * signs with, which `info.online` names; it was checked when it came.
 * @typedef {Readonly<{url: string, info: ServerInfo, identity: Uint8Array, serverKey: Uint8Array}>} Membership
 */

/** What all of a donor's work needs. */
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
    this.marker = parts.marker;
  }

  /**
   * The server at this address.
   * @param {string} url
   */
  server(url) {
    return new ServerHttp(url, this.#parts.fetch);
  }

  /** The server this home has joined; DonorError as below. */
  membership() {
    return this.store.read(membershipOf);
  }

  /** The zone of the data days: the server's; before joining, the computer's. */
  zone() {
    return this.store.read((home) => this.zoneOf(home));
  }

  /** @param {Home} home */
  async zoneOf(home) {
    return (await joinedBy(home))?.info.zone ?? this.#parts.zone;
  }

  /**
   * Register under new keys; the old ones, and what was blinded with them, are erased first.
   *
   * Killed half way, the home has no number, and registers anew at its next contact, with this server alone: whose
   * keys they are is kept before the server is asked. A server that refuses a first registration is forgotten.
   * @param {ServerHttp} server
   * @param {ServerInfo} info
   * @param {string | null} invitation
   * @param {{reason: string, detail: string} | null} [anew] what the log says of a donor that was registered before
   * @returns {Promise<Credentials>}
   */
  async register(server, info, invitation, anew = null) {
    const secrets = await DonorSecrets.generate(this.randomBytes);
    const message = { member: await secrets.member(fromHex(info.key)), invitation };
    const installation = toHex(this.randomBytes(16));
    await this.store.write(async (home) => {
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
   * Register again, keeping consents, exclusions and log: the old keys are lost, or no longer to be trusted.
   * @param {ServerHttp} server
   * @param {ServerInfo} info
   * @param {string} reason
   */
  async registerAnew(server, info, reason) {
    const detail = "the home was restored or copied, or the server forgot it: new keys; your choices are kept";
    const invitation = await this.store.read((home) => home.fact("invitation"));
    return this.register(server, info, invitation, { reason, detail });
  }

  /**
   * @param {ServerHttp} server
   * @param {object} message
   */
  async #registered(server, message) {
    try {
      return await server.register(message);
    } catch (error) {
      if (error instanceof ServerProblem) {
        // Where something is joined the server stays, and may take another invitation.
        await this.store.write(async (home) => {
          if ((await home.everyConsent()).length === 0) home.forgetInstallation();
        });
      }
      throw error;
    }
  }
}

/**
 * The server of this home, also where joining it was interrupted: the keys are its own; null before.
 * @param {Home} home
 * @returns {Promise<Membership | null>}
 */
export async function joinedBy(home) {
  const [url, text] = [await home.fact("url"), await home.fact("server")];
  if (url === null || text === null) return null;
  return membershipIn(url, parseServerInfo(text));
}

/**
 * @param {string} url
 * @param {ServerInfo} info whose online key was checked
 * @returns {Membership}
 */
export function membershipIn(url, info) {
  const { key } = KINDS["online-key"](info.online.payload);
  return Object.freeze({ url, info, identity: fromHex(info.key), serverKey: fromHex(key) });
}

/**
 * The key that a server signs with, 32 bytes; DonorError if its identity does not vouch for it today.
 * @param {ServerInfo} info
 * @param {string} today
 */
export async function checkOnlineKey(info, today) {
  try {
    return await openOnlineKey(info.online, fromHex(info.key), today);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const line = `${error.detail}: nothing was sent; set this computer's clock right, or ask who runs the server`;
    throw new DonorError("unvouched-key", line);
  }
}

/**
 * The server this home has joined; DonorError before, and where joining was interrupted.
 * @param {Home} home
 * @returns {Promise<Membership>}
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
 * Forget the keys, and erase what belongs to them.
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
