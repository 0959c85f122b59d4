// A home's service on a committee: it certifies one list of a (sub-)cohort's day, and then answers with the sum of its
// streams over that list, which helps to unlock the sum of the uploads.
//
// The service uses no data of the donor. Certifying and answering mostly happen in two contacts, as a quorum of the
// committee has to certify in between.

import { ServerProblem } from "../../gateways/server_http/http.js";
import { SIGNATURE_SIZE } from "../../protocol/sizes.js";
import * as member from "../../rounds/cohort/day/member.js";
import { readShown } from "../../rounds/cohort/epoch/leaf_proofs.js";
import { openCohort, openCommittee } from "../../rounds/cohort/epoch/places.js";
import { Refused } from "../../rounds/refusals.js";
import { agreeOn } from "./agreements.js";
import { findHomePlace } from "./epochs.js";

/** @typedef {import("./contact.js").CohortContact} CohortContact */
/** @typedef {import("./contact.js").HomePlace} HomePlace */
/** @typedef {import("../../protocol/messages.js").CertifyTask} CertifyTask */
/** @typedef {import("../../protocol/messages.js").OpenTask} OpenTask */
/** @typedef {import("../../rounds/cohort/day/member.js").MemberDay} MemberDay */
/** @typedef {import("../../rounds/cohort/epoch/places.js").Committee} Committee */
/** @typedef {import("../../rounds/cohort/epoch/places.js").CohortLeaves} CohortLeaves */

/** The size of a signature, in bytes. */

/**
 * A (sub-)cohort's day on whose committee the home serves, and the home's place there as the server's addresses name
 * it.
 * @typedef {Readonly<{
 *   homePlace: HomePlace, served: MemberDay, at: import("../../gateways/server_http/cohort_http.js").MemberPlace,
 * }>} Service
 */

/**
 * Sign the list of a (sub-)cohort's day, and send the signature. The home never signs another list of the same day: it
 * keeps the first list, and signs that one again if it is asked again.
 * @param {CohortContact} contact
 * @param {CertifyTask} task
 * @throws {Refused} if the plan, the epoch, the leaves or the list is not as the home accepts it
 */
export async function certifyList(contact, task) {
  const { store, server, token, report, today } = contact;
  const { homePlace, served, at } = await opened(contact, task);
  const { day, cohort, subCohort } = at;
  const kept = await store.read((home) => home.cohort.list(day, cohort, subCohort));
  const list = kept?.list ?? (await server.list(token, day, cohort, subCohort));
  const certified = await member.certify(served, list, {
    secrets: homePlace.secrets,
    home: await contact.view(homePlace, false),
    journal: await store.read((home) => home.cohort.journal(day)),
  });
  await store.write(async (home) => {
    await home.cohort.say(certified.lines);
    const epoch = homePlace.place.epoch.number;
    if (kept === null) home.cohort.keepList({ day, cohort, subCohort, epoch, list, certified: today, answered: false });
    report.log(home, "signature", day, SIGNATURE_SIZE);
  });
  const signature = certified.release(await store.read((home) => home.cohort.journal(day)));
  if (!(await inTime(server.sendSignature(token, at, signature)))) return;
  report.addSent(day, "certify", signature.length);
}

/**
 * Send the sum of this member's streams over the list that it certified.
 * @param {CohortContact} contact
 * @param {OpenTask} task
 * @throws {Refused} "bad-certificate" if the home certified no list of the day, or the certificate is not for that list
 */
export async function answerForList(contact, task) {
  const { store, server, token, report } = contact;
  const { homePlace, served, at } = await opened(contact, task);
  const { day, cohort, subCohort } = at;
  const kept = await store.read((home) => home.cohort.list(day, cohort, subCohort));
  if (kept === null) throw new Refused("bad-certificate", `this home certified no list of ${day}`);
  const certificate = await server.certificate(token, day, cohort, subCohort);
  await agreeOn(contact, homePlace, exchangeKeys(served.electorate.members));
  const answer = await member.answer(served, kept.list, certificate, {
    secrets: homePlace.secrets,
    agreements: homePlace.agreements,
    home: await contact.view(homePlace, false),
    journal: await store.read((home) => home.cohort.journal(day)),
  });
  await store.write((home) => report.log(home, "answer", day, answer.length));
  const isTaken = await inTime(server.sendAnswer(token, at, answer));
  await store.write((home) => home.cohort.keepList({ ...kept, answered: true }));
  if (isTaken) report.addSent(day, "open", answer.length);
}

/**
 * Return the exchange keys of a cohort's leaves.
 * @param {CohortLeaves} members
 */
export const exchangeKeys = ({ leaves }) => leaves.map(({ exchange }) => exchange);

/**
 * Wait until a message is sent. Return false if it came too late: its day has ended meanwhile, which is no error.
 * @param {Promise<void>} sending
 */
async function inTime(sending) {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof ServerProblem && error.reason === "too-late") return false;
    throw error;
  }
}

/**
 * Check a task's epoch, plan, committee and leaves, and return the day's service.
 * @param {CohortContact} contact
 * @param {CertifyTask | OpenTask} task
 * @returns {Promise<Service>}
 */
async function opened(contact, { plan, epoch, cohort, sub_cohort: subCohort }) {
  const homePlace = await findHomePlace(contact, epoch);
  const checked = await contact.plan(plan, homePlace, false);
  const own = homePlace.place.leaf.index;
  const committee = await committeeOf(contact, homePlace, cohort);
  // This throws if the home is not on the committee. It comes before half a megabyte of leaves is fetched for nothing.
  const place = committee.placeOf(own);
  const leaves = await leavesOf(contact, homePlace, cohort);
  const served = member.openDay(checked, { committee, leaves, subCohort, own });
  return { homePlace, served, at: { day: checked.plan.day, cohort, subCohort, place } };
}

/**
 * Return the committee of a cohort, checked. It is fetched once for each epoch.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {number} cohort
 * @returns {Promise<Committee>}
 */
async function committeeOf({ store, server, token }, { place }, cohort) {
  if (cohort === place.cohort) return place.served;
  const { number } = place.epoch;
  const kept = await store.read((home) => home.cohort.leaves(number, cohort, "committee"));
  const shown = kept ?? (await server.committee(token, number, cohort));
  const { leaves, proof } = readShown(shown);
  const committee = openCommittee(place.draw, cohort, leaves, proof);
  if (kept === null) await store.write((home) => home.cohort.keepLeaves(number, cohort, "committee", shown));
  return committee;
}

/**
 * Return the leaves of a cohort, checked. They are fetched once for each epoch.
 * @param {CohortContact} contact
 * @param {HomePlace} homePlace
 * @param {number} cohort
 * @returns {Promise<CohortLeaves>}
 */
export async function leavesOf({ store, server, token }, { place }, cohort) {
  const { number } = place.epoch;
  const kept = await store.read((home) => home.cohort.leaves(number, cohort, "cohort"));
  const shown = kept ?? (await server.cohortLeaves(token, number, cohort));
  const { leaves, proof } = readShown(shown);
  const found = openCohort(place.draw, cohort, leaves, proof);
  if (kept === null) await store.write((home) => home.cohort.keepLeaves(number, cohort, "cohort", shown));
  return found;
}
