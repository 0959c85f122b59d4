// Compares the public log that this home reads with what somebody else was shown
// (pdd_client/donor/cohort/log_comparison.py, which says why).

import { DonorError } from "../../core/errors.js";
import { InvalidMessage } from "../../protocol/fields.js";
import { parseSignedCheckpoint } from "../../protocol/messages.js";
import { compare, openCheckpoint, weeks } from "../../rounds/cohort/epoch/log_comparison.js";
import { Refused } from "../../rounds/refusals.js";
import { keptLog } from "./public_log.js";

/** @typedef {import("../../protocol/messages.js").SignedCheckpoint} SignedCheckpoint */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../installation.js").Installation} Installation */

const DETAIL = "the server signed another public log for somebody else";

/**
 * Return the numbers that people compare, by the first day of the list of donors, the newest first.
 * @param {Installation} installation
 */
export async function logWeeks({ store }) {
  return weeks((await store.read(keptLog))?.lines ?? []);
}

/**
 * Compare the log with the checkpoint in a file's text: a campaign's results as JSON, or the server's `checkpoint.json`.
 * @param {Installation} installation
 * @param {string} text
 * @throws {DonorError} `no-checkpoint` if the text has none that this server signed; `not-joined`
 */
export async function compareLog(installation, text) {
  const { identity } = await installation.membership();
  const shown = checkpointIn(text);
  await openCheckpoint(shown, identity).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    throw noCheckpoint(`of the server that you joined (${error.detail})`);
  });
  const time = installation.clock();
  return installation.store.write(async (home) => {
    const result = await compared(home, shown);
    if (result === "forked") {
      home.log({ time, what: "refusal", round: null, reason: "forked-log", detail: DETAIL });
      await keepEvidence(home, shown);
    }
    // What proves that the server lied must not make room for what is to be compared later.
    const before = await keptCheckpoint(home);
    const isProved = before !== null && (await compared(home, before)) === "forked";
    if (result === "forked" || (result === "ahead" && !isProved)) home.setFact("compared", JSON.stringify(shown));
    return result;
  });
}

/**
 * Compare the log, after new lines were read, with the checkpoint that was kept.
 * @param {Installation} installation
 * @throws {Refused} "forked-log" if that is one of another log
 */
export async function checkCompared({ store }) {
  const isForked = await store.write(async (home) => {
    const shown = await keptCheckpoint(home);
    if (shown === null || (await compared(home, shown)) !== "forked") return false;
    await keepEvidence(home, shown);
    return true;
  });
  if (isForked) throw new Refused("forked-log", DETAIL);
}

/** @param {string} text */
function checkpointIn(text) {
  try {
    const found = JSON.parse(text);
    return parseSignedCheckpoint(JSON.stringify(found?.log ?? found));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof InvalidMessage)) throw error;
    throw noCheckpoint("of a server's public log");
  }
}

/** @param {string} what */
function noCheckpoint(what) {
  return new DonorError("no-checkpoint", `the file has no checkpoint ${what}: nothing was compared`);
}

/**
 * @param {Home} home
 * @returns {Promise<SignedCheckpoint | null>}
 */
async function keptCheckpoint(home) {
  return JSON.parse((await home.fact("compared")) ?? "null");
}

/**
 * Return how the log and a checkpoint that was opened before fit together.
 * @param {Home} home
 * @param {SignedCheckpoint} shown
 */
async function compared(home, { checkpoint }) {
  return compare((await keptLog(home))?.lines ?? [], JSON.parse(checkpoint.payload));
}

/**
 * Keep the two checkpoints. With the lines of the log, which the export has, they prove that the server lied.
 * @param {Home} home
 * @param {SignedCheckpoint} shown
 */
async function keepEvidence(home, { checkpoint, online }) {
  const kept = await keptLog(home);
  if (kept === null) return;
  const texts = [kept.checkpoint, checkpoint, kept.online, online];
  await home.cohort.keepEvidence("forked-log", checkpoint.signature, texts);
}
