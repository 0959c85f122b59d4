// A home keeps the newest link of its server's chain of keys, also when two contacts ask for the chain at once.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { followKeys } from "../../src/donor/server_keys.js";
import { Store } from "../../src/gateways/home_store/store.js";
import { lengthPrefixed, toHex, utf8 } from "../../src/protocol/encoding.js";
import { signedDigest } from "../../src/protocol/signing.js";
import { Computer } from "../support/computer.js";

/** @typedef {import("../../src/protocol/messages.js").Signed} Signed */

const TODAY = "2026-11-20";
const DAYS = { first: "2026-11-01", last: "2026-12-31" };
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const SERVER = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
const [OLD, NEW] = ["11".repeat(32), "22".repeat(32)];

/**
 * Return a message that the server's identity key signed.
 * @param {string} kind
 * @param {object} message
 * @returns {Signed}
 */
function signed(kind, message) {
  const payload = JSON.stringify(message);
  const bytes = lengthPrefixed([utf8("pdd/1/signed"), utf8(kind), utf8(payload)]);
  return { payload, signature: sign(null, bytes, privateKey).toString("hex") };
}

/**
 * Return the chain with a link for each of these keys.
 * @param {readonly string[]} keys
 */
function chain(keys) {
  /** @type {Signed[]} */
  const links = [];
  for (const [sequence, key] of keys.entries()) {
    const before = sequence === 0 ? null : toHex(signedDigest(links[sequence - 1], "key-link"));
    links.push(signed("key-link", { server: SERVER, sequence, before, key, ...DAYS }));
  }
  return { links };
}

/**
 * Let a home follow the keys of a server that signs with the last of these keys, and does something while it answers.
 * @param {Store} store
 * @param {readonly string[]} keys
 * @param {(() => Promise<unknown>)[]} [meanwhile] for each answer in turn
 */
function follow(store, keys, meanwhile = []) {
  const [key] = keys.slice(-1);
  const info = /** @type {any} */ ({ key: SERVER, online: signed("online-key", { server: SERVER, key, ...DAYS }) });
  const answer = chain(keys);
  const server = /** @type {any} */ ({
    keys: async () => {
      await meanwhile.shift()?.();
      return answer;
    },
  });
  return followKeys(store, server, info, TODAY);
}

/** @param {Store} store */
async function known(store) {
  const { sequence, key } = JSON.parse((await store.read((home) => home.fact("key_link"))) ?? "{}");
  return { sequence, key };
}

test("a contact that was shown an older chain does not take back the link that another one has kept", async () => {
  const store = await Store.open(new Computer().parts());
  const late = follow(store, [OLD], [() => follow(store, [OLD, NEW])]);
  await assert.rejects(late, { name: "DonorError", code: "revoked-key" });
  assert.deepEqual(await known(store), { sequence: 1, key: NEW });
  await assert.rejects(follow(store, [OLD]), { code: "revoked-key" });
});

test("two contacts that are shown the same key at once both go on", async () => {
  const store = await Store.open(new Computer().parts());
  const late = await follow(store, [OLD], [() => follow(store, [OLD])]);
  assert.equal(toHex(late), OLD);
  assert.deepEqual(await known(store), { sequence: 0, key: OLD });
});
