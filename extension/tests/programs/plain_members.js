// Members of a `plain` group whose others are computed in another language: a JSON list of members on stdin, the vectors
// that they send (hex) on stdout. Each has its secrets, its vector, and what the server has told.

import { readFileSync } from "node:fs";
import { fromHex, toHex } from "../../src/protocol/encoding.js";
import { DonorSecrets } from "../../src/protocol/keys.js";
import { LIMITS, openRound, submit } from "../../src/rounds/plain/donor.js";

const limits = { ...LIMITS, leastGroup: 1 };

/** @param {any} member */
async function sent({ secrets: [identity, exchange], server_key, plan, roster, today, vector }) {
  const [secrets, serverKey] = [await DonorSecrets.from(fromHex(identity), fromHex(exchange)), fromHex(server_key)];
  const own = await secrets.member(serverKey);
  const home = { identity: serverKey, serverKey, own, today, signedBefore: null, limits };
  const context = await openRound(plan, roster, home);
  return toHex(await submit(context, secrets, Uint32Array.from(vector)));
}

const found = [];
for (const member of JSON.parse(readFileSync(0, "utf8"))) found.push(await sent(member));
console.log(JSON.stringify(found));
