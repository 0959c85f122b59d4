// Compares the public log that this home reads with what somebody else was shown
// (pdd_client/donor/cohort/log_comparison.py, which says why).

import { DonorError } from "../../core/errors.js";
import { InvalidMessage } from "../../protocol/fields.js";
import { signed } from "../../protocol/messages.js";
import { compare, weeks } from "../../rounds/cohort/epoch/log_comparison.js";
import { opened } from "../../rounds/cohort/signed_messages.js";
import { Refused } from "../../rounds/refusals.js";
import { keptLog, readLog } from "./public_log.js";

/** @typedef {import("../../protocol/messages.js").Signed} Signed */
/** @typedef {import("../../gateways/home_store/home.js").Home} Home */
/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../installation.js").Installation} Installation */

/**
 * A checkpoint that did not fit, and the statement of the key that signed it.
 * @typedef {Readonly<{checkpoint: Signed, online: Signed}>} Compared
 */

/**
 * How the file and the log fit together, and the first day of the last list of donors that the file knows of, if they
 * do.
 * @typedef {Readonly<{result: import("../../rounds/cohort/epoch/log_comparison.js").Comparison, until: string | null}>} Found
 */

/**
 * Return the numbers that people compare, by the first day of the list of donors, the newest first.
 * @param {Installation} installation
 */
export async function logWeeks({ store }) {
  return weeks((await store.read(keptLog))?.lines ?? []);
}

/**
 * Compare the log with the checkpoint in a campaign's results, and keep it if it does not fit.
 * @param {Installation} installation
 * @param {string} text the results as JSON
 * @returns {Promise<Found>}
 * @throws {DonorError} `no-checkpoint` if they have none that this server signed with its key of now, or one of a log
 *   without epochs; `not-joined`
 */
export async function compareLog(installation, text) {
  const { info, serverKey } = await installation.membership();
  const checkpoint = checkpointIn(text);
  const told = await openedOrNull(checkpoint, serverKey);
  if (told === null) throw noCheckpoint("that your server signed with the key that it has now");
  return installation.store.write(async (home) => {
    const lines = (await keptLog(home))?.lines ?? [];
    const [result, [last]] = [compare(lines, told), weeks(lines.slice(0, told.size), 1)];
    if (result === "same" && last === undefined) throw noCheckpoint("of a log with lists of donors");
    if (result === "forked") home.setFact("compared", JSON.stringify({ checkpoint, online: info.online }));
    return Object.freeze({ result, until: result === "same" ? last.start : null });
  });
}

/**
 * Read the log and compare it with the kept checkpoint, if there is one.
 * @param {Contact} contact
 * @param {import("../../protocol/messages.js").LogPart | null} shown
 * @throws {Refused} "forked-log" if the checkpoint is one of another log, now or in an earlier contact; else as `readLog`
 */
export async function readAndCompare(contact, shown) {
  const { store } = contact.installation;
  const refused = new Refused("forked-log", "the server signed another public log for somebody else");
  if ((await store.read((home) => home.fact("forked"))) !== null) throw refused;
  const log = await readLog(contact, shown);
  /** @type {Compared | null} */
  const other = JSON.parse((await store.read((home) => home.fact("compared"))) ?? "null");
  if (other === null) return log;
  // Null if the key that signed it was replaced since.
  const told = await openedOrNull(other.checkpoint, contact.membership.serverKey);
  const isForked = told !== null && compare(log.lines, told) === "forked";
  await store.write(async (home) => {
    home.setFact("compared", null);
    if (isForked) await convict(home, other);
  });
  if (isForked) throw refused;
  return log;
}

/**
 * Keep the two checkpoints. With the lines of the log, which the export has, they prove that the server lied.
 * @param {Home} home
 * @param {Compared} other
 */
async function convict(home, { checkpoint, online }) {
  home.setFact("forked", "yes");
  const kept = await keptLog(home);
  if (kept === null) return;
  const texts = [kept.checkpoint, checkpoint, kept.online, online];
  await home.cohort.keepEvidence("forked-log", checkpoint.signature, texts);
}

/**
 * Return what a checkpoint says; null if this key did not sign it.
 * @param {Signed} checkpoint
 * @param {Uint8Array} key
 */
async function openedOrNull(checkpoint, key) {
  try {
    return await opened(checkpoint, "checkpoint", key);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** @param {string} text */
function checkpointIn(text) {
  try {
    return signed(JSON.parse(text)?.log, "log");
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof InvalidMessage)) throw error;
    throw noCheckpoint("of a server's public log");
  }
}

/** @param {string} what */
function noCheckpoint(what) {
  return new DonorError("no-checkpoint", `the file has no checkpoint ${what}: nothing was compared`);
}
