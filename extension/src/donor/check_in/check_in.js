// A check-in: contact the server, answer its tasks, and log everything that leaves before it leaves.
//
// The steps, in this order:
//
// 1. Erase secrets whose time is over. It comes first, so that no server can delay it.
// 2. Under `cohort`, read the history, and fetch published epochs without token. The server must not learn from the
//    time of a later step which donors have something to give, nor which donor asks for an epoch.
// 3. Send the check-in's nonce. The home keeps the nonce until it has kept the answer. So a donor that lost an answer
//    asks for the same one again. If the server does not know the home's state (a restored or copied home), register
//    under new keys and check in once more.
// 4. Check the server's key, and open the tasks. If a `plain` task is not signed, no bytes are erased: the task may ask
//    for any day.
// 5. Fetch all campaigns: a request must not tell which ones the donor has joined.
// 6. Answer the tasks: `plain` first, then `cohort`. Then keep the completion codes that the answer of step 3 has.
//
// The program may be killed at any step. What the next check-in does for a day of `plain` follows from its row in the
// journal:
//
//   row of the day            answer to a task for the day                     becomes
//   none                      count, make the vector, write it down, send it   bytes, not confirmed
//   bytes, not confirmed      send the same bytes again                        confirmed, once the receipt is right
//   bytes, confirmed          send the same bytes again                        the same
//   no bytes                  refuse: day-signed-before                        the same
//
// A task with another plan or roster than the row's is refused: day-signed-before. The bytes of a row are erased once
// the server's answer no longer asks for the day.

import { isEqual } from "../../core/donation/consent.js";
import { ServerProblem } from "../../gateways/server_http/http.js";
import { encoded } from "../../gateways/server_http/server_http.js";
import { dayOf } from "../../protocol/days.js";
import { toHex } from "../../protocol/encoding.js";
import { openSigned } from "../../protocol/signing.js";
import { Refused } from "../../rounds/refusals.js";
import { ifSigned, refreshCampaigns } from "../campaigns/campaign_list.js";
import { learnCompletions } from "../campaigns/completions.js";
import { askPublished } from "../cohort/contact.js";
import { eraseByCalendar } from "../cohort/erasure.js";
import { keptLog } from "../cohort/public_log.js";
import { knownTexts, readAhead, readChanged } from "../cohort/read_ahead.js";
import { answerTasks, uploadDays } from "../cohort/tasks.js";
import { DayNotReady } from "../contact/contact.js";
import { ContactReport } from "../contact/report.js";
import { ContactSearches } from "../contact/searches.js";
import { membershipIn } from "../installation.js";
import { followKeys } from "../server_keys.js";
import { submitPlain } from "./plain_round.js";

/** @typedef {import("../contact/contact.js").Contact} Contact */
/** @typedef {import("../installation.js").Installation} Installation */
/** @typedef {import("../installation.js").Membership} Membership */
/** @typedef {import("../../gateways/home_store/facts.js").Credentials} Credentials */
/** @typedef {import("../../gateways/server_http/server_http.js").ServerHttp} ServerHttp */
/** @typedef {import("../../protocol/messages.js").CheckInAnswer} CheckInAnswer */
/** @typedef {import("../../protocol/messages.js").SubmitTask} SubmitTask */
/** @typedef {import("../../protocol/messages.js").Plan} Plan */
/**
 * A task of `plain` with its plan; null if the server's key has not signed the plan.
 * @typedef {{task: SubmitTask, plan: Plan | null}} Opened
 */

/** The server's refusals that mean that the home was restored or copied, or that the server has forgotten it. */
const UNKNOWN_STATE = ["stale-state", "not-registered"];

/**
 * Contact the server once and answer its tasks. If this is interrupted, the next check-in goes on from there.
 * @param {Installation} installation
 * @returns {Promise<import("../../core/views.js").CheckInReport>}
 * @throws {DonorError} if the server can't be reached
 */
export async function checkIn(installation) {
  // Read this under the lock of `planning`: another page may just have erased everything.
  const joined = await installation.membership();
  const server = installation.server(joined.url);
  // Erase secrets first, and by this computer's clock. So no server can delay it, neither by its answers nor by
  // silence.
  const { info } = joined;
  const today = dayOf(installation.clock(), info.zone);
  await eraseByCalendar(installation.store, today);
  const ahead = info.protocol === "cohort" ? await readAhead(installation, info.zone, today) : null;
  // Ask for epochs before any request carries the token. A browser may use one connection for all requests, and would
  // then tell the server which donor asks.
  const published = await askPublished(installation.store, server);
  const { credentials, answer } = await contact(installation, joined, server);
  const membership = await withKey(installation, joined, server, answer);
  const tasks = await opened(answer, membership);
  const submitting = tasks.flatMap(({ plan }) => plan?.day ?? []);
  const days = new Set([...submitting, ...(await uploadDays(answer, membership.serverKey))]);
  await keepAnswer(installation, answer, tasks.every(({ plan }) => plan !== null) ? days : null);
  // Fetch all campaigns at each check-in: what a donor asks for must not tell what it has joined.
  const known = await knownTexts(installation);
  await refreshCampaigns(installation, membership, server, true);
  if (info.protocol === "cohort") await readChanged(installation, known);
  const own = await credentials.secrets.member(membership.identity);
  const searches = new ContactSearches(installation, info.zone, days, ahead);
  const report = new ContactReport(installation.clock);
  /** @type {Contact} */
  const contacted = Object.freeze({
    ...{ installation, membership, credentials, server, own, today: answer.day, searches, report },
  });
  for (const { task, plan } of tasks) await answerTask(contacted, task, plan);
  const isOfCohort = info.protocol === "cohort" || answer.tasks.some(({ kind }) => kind !== "submit");
  if (isOfCohort) await answerTasks(contacted, answer, published);
  await learnCompletions(installation.store, answer.completions);
  return report.result(searches.unread);
}

/**
 * Check in and return the server's answer. If the server does not know the donor's state, register again and ask once
 * more.
 * @param {Installation} installation
 * @param {Membership} membership
 * @param {ServerHttp} server
 * @returns {Promise<{credentials: Credentials, answer: CheckInAnswer}>}
 */
async function contact(installation, { info }, server) {
  const known = await installation.store.read((home) => home.credentials());
  const credentials = known ?? (await installation.registerAnew(server, info, "keys-missing"));
  try {
    return { credentials, answer: await ask(installation, server, credentials) };
  } catch (error) {
    if (!(error instanceof ServerProblem && UNKNOWN_STATE.includes(error.reason))) throw error;
    const renewed = await installation.registerAnew(server, info, error.reason);
    return { credentials: renewed, answer: await ask(installation, server, renewed) };
  }
}

/**
 * Send one check-in. Its nonce is kept until the answer is, so that after a lost answer the same one is asked for
 * again.
 * @param {Installation} installation
 * @param {ServerHttp} server
 * @param {Credentials} credentials
 */
async function ask({ store, clock, randomBytes }, server, { token }) {
  const fresh = toHex(randomBytes(32));
  const message = await store.write(async (home) => {
    const nonce = (await home.fact("nonce")) ?? fresh;
    const number = (await home.number("number")) ?? 0;
    const asked = { number, nonce, log: (await keptLog(home))?.lines.length ?? 0 };
    home.setFact("nonce", nonce);
    home.log({ time: clock(), what: "check-in", bytes: encoded(asked).length });
    return asked;
  });
  return server.checkIn(token, message);
}

/**
 * Check the online key with which the server signs today, keep it, and return the membership with it.
 * @param {Installation} installation
 * @param {Membership} membership
 * @param {ServerHttp} server
 * @param {CheckInAnswer} answer
 * @throws {DonorError} as `followKeys`
 */
async function withKey({ store, clock }, { url, info }, server, { online }) {
  const newest = Object.freeze({ ...info, online });
  await followKeys(store, server, newest, dayOf(clock(), info.zone));
  if (!isEqual(online, info.online)) await store.write((home) => home.setFact("server", JSON.stringify(newest)));
  return membershipIn(url, newest);
}

/**
 * Return the tasks of `plain`, each with its plan.
 * @param {CheckInAnswer} answer
 * @param {Membership} membership
 * @returns {Promise<Opened[]>}
 */
async function opened({ tasks }, { serverKey }) {
  const found = [];
  for (const task of tasks.flatMap((one) => (one.kind === "submit" ? [one] : []))) {
    found.push({ task, plan: await ifSigned(openSigned(task.plan, "plan", serverKey)) });
  }
  return found;
}

/**
 * Keep the state that the server's answer gives the home, and erase the bytes of days that the server no longer asks
 * for.
 * @param {Installation} installation
 * @param {CheckInAnswer} answer
 * @param {ReadonlySet<string> | null} days whose counts the server asks for; null if that is unknown: then no bytes are
 *   erased
 */
function keepAnswer({ store, clock }, { number, time }, days) {
  const now = clock();
  const ahead = Math.round((now - Date.parse(time)) / 1000);
  return store.write(async (home) => {
    home.setFact("number", number);
    home.setFact("nonce", null);
    home.setFact("last_check_in", now);
    home.setFact("clock_ahead", Number.isNaN(ahead) ? null : ahead);
    if (days !== null) await home.days.forgetData(days);
  });
}

/**
 * Do what a task of `plain` asks for, or log why not.
 * @param {Contact} contacted
 * @param {SubmitTask} task
 * @param {Plan | null} plan
 */
async function answerTask(contacted, task, plan) {
  try {
    if (plan === null) throw new Refused("bad-signature", "this plan is not signed by the expected key");
    await submitPlain(contacted, task, plan);
  } catch (error) {
    if (error instanceof DayNotReady && plan !== null) contacted.report.addWaiting(plan.day);
    else if (error instanceof Refused || error instanceof ServerProblem) await refuse(contacted, plan, error);
    else throw error;
  }
}

/**
 * Log and report a refusal.
 * @param {Contact} contacted
 * @param {Plan | null} plan
 * @param {Refused | ServerProblem} error
 */
function refuse({ installation, report }, plan, { reason, detail }) {
  return installation.store.write((home) => report.refuse(home, plan?.day ?? null, reason, { detail }));
}
