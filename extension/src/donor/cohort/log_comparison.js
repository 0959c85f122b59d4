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
 * @throws {DonorError} `no-checkpoint` if they have none that this server signed with its key of now; `not-joined`
 */
export async function compareLog(installation, text) {
  const { info, serverKey } = await installation.membership();
  const checkpoint = checkpointIn(text);
  const told = await opened(checkpoint, "checkpoint", serverKey).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    throw noCheckpoint("that your server signed with the key that it has now");
  });
  return installation.store.write(async (home) => {
    const result = compare((await keptLog(home))?.lines ?? [], told);
    if (result === "forked") home.setFact("compared", JSON.stringify({ checkpoint, online: info.online }));
    return result;
  });
}

/**
 * Read the log, and compare it with the checkpoint that was kept.
 * @param {Contact} contact
 * @param {import("../../protocol/messages.js").LogPart | null} shown
 * @throws {Refused} "forked-log" if the checkpoint is one of another log, now or in an earlier contact; else as `readLog`
 */
export async function readAndCompare(contact, shown) {
  const { store } = contact.installation;
  const refused = new Refused("forked-log", "the server signed another public log for somebody else");
  if ((await store.read((home) => home.fact("forked"))) !== null) throw refused;
  const log = await readLog(contact, shown);
  const isForked = await store.write(async (home) => {
    /** @type {Compared | null} */
    const other = JSON.parse((await home.fact("compared")) ?? "null");
    home.setFact("compared", null);
    if (other === null || compare(log.lines, JSON.parse(other.checkpoint.payload)) !== "forked") return false;
    await convict(home, other);
    return true;
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
