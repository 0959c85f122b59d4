// Members of a group whose others are computed in another language: a JSON list of steps on stdin, what each member
// sends (hex) on stdout. A step says whose secrets it is taken with, and what the server and the round have told so far.

import { getRandomValues } from "node:crypto";
import { readFileSync } from "node:fs";
import { fromHex, toHex } from "../src/protocol/encoding.js";
import { DonorSecrets } from "../src/protocol/keys.js";
import { LIMITS } from "../src/protocol/rounds/checks.js";
import * as plain from "../src/protocol/rounds/plain.js";
import { BoxKeys, RoundSecrets } from "../src/protocol/rounds/recoverable/dealing.js";
import * as recoverable from "../src/protocol/rounds/recoverable/donor.js";

const limits = { ...LIMITS, leastGroup: 1 };
const randomBytes = (/** @type {number} */ size) => getRandomValues(new Uint8Array(size));

/** @param {any} step */
async function who({ secrets: [identity, exchange], server_key }) {
  const [secrets, serverKey] = [await DonorSecrets.from(fromHex(identity), fromHex(exchange)), fromHex(server_key)];
  return { secrets, serverKey, own: await secrets.member(serverKey) };
}

/** @param {any} step */
async function tentative(step) {
  const { serverKey, own } = await who(step);
  return recoverable.openGroupPlan(step.plan, step.group_plan, { identity: serverKey, serverKey, own, limits });
}

/** @param {any} step */
const roundSecrets = ({ round: [ephemeral, selfMask] }) => new RoundSecrets(fromHex(ephemeral), fromHex(selfMask));

/** @type {Record<string, (step: any) => Promise<unknown>>} */
const STEPS = {
  async plain(step) {
    const { secrets, serverKey, own } = await who(step);
    const standing = { identity: serverKey, serverKey, own, today: step.today, signedBefore: null, limits };
    const context = await plain.openRound(step.plan, step.roster, standing);
    return toHex(await plain.submit(context, secrets, Uint32Array.from(step.vector)));
  },
  async prepare(step) {
    const [{ secrets }, opened] = [await who(step), await tentative(step)];
    const keys = new BoxKeys(secrets);
    const made = await recoverable.prepare(opened, secrets, roundSecrets(step), step.today, randomBytes, keys);
    return { prepared: made.prepared, data: toHex(made.data) };
  },
  async submit(step) {
    const [{ secrets, serverKey }, opened] = [await who(step), await tentative(step)];
    const standing = { serverKey, prepared: step.prepared, today: step.today, signedBefore: null };
    const context = await recoverable.openRound(opened, step.roster, standing);
    return toHex(await recoverable.submit(context, secrets, roundSecrets(step), Uint32Array.from(step.vector)));
  },
  async reveal(step) {
    const [{ secrets, serverKey }, opened] = [await who(step), await tentative(step)];
    const { roster, digest } = await recoverable.openRoster(opened, step.roster, serverKey);
    const standing = { serverKey, sent: step.sent, toldBefore: null };
    const told = await recoverable.openSurvivors(opened, roster, digest, step.survivors, standing);
    const boxes = step.boxes.map(fromHex);
    return toHex(await recoverable.reveal(opened, roster, told.survivors, boxes, new BoxKeys(secrets)));
  },
};

const sent = [];
for (const step of JSON.parse(readFileSync(0, "utf8"))) sent.push(await STEPS[step.step](step));
console.log(JSON.stringify(sent));
