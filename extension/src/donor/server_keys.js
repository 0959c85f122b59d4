// The keys with which a server signs: a home follows their chain, so that a key that was replaced can't come back.
//
// A home asks for the chain if it knows no link of it, or if the server signs with another key than that of the newest
// link that the home knows. So homes ask when the server replaced its key, whatever a donor did. The key is kept with its
// link, in one fact. The statement in the fact `server` can't take its place: it is kept at other times than the link. And
// web processes of one server can have older and newer statements of the same key.
//
// The witnesses that the server names are pinned, too.

import { DonorError } from "../core/errors.js";
import { ServerProblem } from "../gateways/server_http/http.js";
import { fromHex, toHex } from "../protocol/encoding.js";
import { openOnlineKey } from "../rounds/cohort/epoch/acceptance.js";
import { isAsStrong } from "../rounds/cohort/epoch/witnesses.js";
import { follow } from "../rounds/cohort/key_chain.js";
import { KINDS } from "../rounds/cohort/messages.js";
import { Refused } from "../rounds/refusals.js";

/** @typedef {import("../gateways/home_store/store.js").Store} Store */
/** @typedef {import("../gateways/server_http/server_http.js").ServerHttp} ServerHttp */
/** @typedef {import("../protocol/messages.js").ServerInfo} ServerInfo */
/** @typedef {import("../protocol/messages.js").WitnessPolicy} WitnessPolicy */
/** @typedef {import("../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../rounds/cohort/key_chain.js").KnownLink} KnownLink */

/**
 * Check a server's online key without regard to the chain, and return it (32 bytes).
 * @param {ServerInfo} info
 * @param {string} today
 * @throws {DonorError} `unvouched-key` if the server's identity key did not sign it, `expired-key` if its days are over
 */
export async function checkOnlineKey(info, today) {
  try {
    return await openOnlineKey(info.online, fromHex(info.key), today);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const last = lastDay(info);
    if (last !== null && last < today) {
      const line = `the server's key ended on ${last}: nothing was sent, and nothing is lost; tell who runs the server`;
      throw new DonorError("expired-key", line);
    }
    const line = `${error.detail}: nothing was sent; set this computer's clock right, or ask who runs the server`;
    throw new DonorError("unvouched-key", line);
  }
}

/**
 * Return the key (32 bytes) with which the home's server signs now, and remember the chain's newest link.
 * @param {Store} store of a home that has joined the server
 * @param {ServerHttp} server
 * @param {ServerInfo} info what the server says of itself now; its identity key is the pinned one
 * @param {string} today by this computer's clock, in the server's zone
 * @throws {DonorError} `unvouched-key` or `expired-key` if the identity key does not vouch for the key today,
 *   `revoked-key` if the key was replaced by another one; or if the server does not give the chain
 */
export async function followKeys(store, server, info, today) {
  const key = await checkOnlineKey(info, today);
  for (;;) {
    const kept = await store.read((home) => home.fact("key_link"));
    /** @type {KnownLink & {key?: string} | null} */
    const known = kept === null ? null : JSON.parse(kept);
    if (known?.key === toHex(key)) return key;
    const newest = await followed(server, info, key, today, known);
    const text = JSON.stringify({ ...newest, key: toHex(key) });
    if (await store.write((home) => replaced(home, kept, text))) return key;
  }
}

/**
 * Keep a link in place of the one that was known, and return true; or change nothing and return false if the home has
 * another one by now.
 *
 * While this contact asked, another one may have been shown a newer link. Keeping an older one would let a replaced key
 * come back. So this contact asks again, for a chain that goes on from what is kept now.
 * @param {Home} home
 * @param {string | null} kept
 * @param {string} text
 */
async function replaced(home, kept, text) {
  if ((await home.fact("key_link")) !== kept) return false;
  home.setFact("key_link", text);
  return true;
}

/**
 * Return the newest link of the chain that the server shows.
 * @param {ServerHttp} server
 * @param {ServerInfo} info
 * @param {Uint8Array} onlineKey
 * @param {string} today
 * @param {KnownLink | null} known
 */
async function followed(server, info, onlineKey, today, known) {
  const chain = await asked(server);
  try {
    if (chain === null) throw new Refused(known ? "revoked-key" : "bad-signature", "the server shows no chain of keys");
    return await follow(chain, { server: fromHex(info.key), onlineKey, today, known });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const code = error.reason === "revoked-key" ? "revoked-key" : "unvouched-key";
    throw new DonorError(code, `${error.detail}: nothing was sent; ask who runs the server`);
  }
}

/**
 * Return the server's chain of keys; null if it has none.
 * @param {ServerHttp} server
 */
async function asked(server) {
  try {
    return await server.keys();
  } catch (error) {
    if (!(error instanceof ServerProblem && error.reason === "not-found")) throw error;
    return null;
  }
}

/**
 * Return the last day of the online key; null if the statement can't be read.
 * @param {ServerInfo} info
 */
function lastDay({ online }) {
  try {
    return KINDS["online-key"](online.payload).last;
  } catch {
    return null;
  }
}

/**
 * Return the witnesses that the home knows, in the caller's transaction; null if its server has named none.
 * @param {Home} home
 * @returns {Promise<WitnessPolicy | null>}
 */
export async function knownWitnesses(home) {
  return JSON.parse((await home.fact("witnesses")) ?? "null");
}

/**
 * Keep the witnesses that the server names, in the caller's transaction, if the home knows none, or if whoever meets the
 * new policy meets the known one, too. So a server that turns bad later can't put others in their place.
 * @param {Home} home
 * @param {WitnessPolicy} shown
 */
export async function learnWitnesses(home, shown) {
  const known = await knownWitnesses(home);
  if (known === null || isAsStrong(shown, known)) home.setFact("witnesses", JSON.stringify(shown));
}
