// Of a week, a donor gives what Python's gives, and its home keeps the same of each day.

import { daysToKeep } from "../../../src/core/donation/kept_days.js";
import { testAnswers } from "../../support/answers.js";
import { prepared } from "../../support/donor_days.js";
import { consentOf, exclusionsOf, searchesOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/weeks");
const { cohort, week, secret } = document.base;
const given = (/** @type {any} */ changes) => prepared(document, { ...week, ...changes });

/** @param {any} told */
function kept({ day, consents, visits, ...out }) {
  const info = { ...cohort.info, zone: "Europe/London" };
  const agreed = consents.map((/** @type {any} */ row) => consentOf(cohort, row));
  const state = { consents: new Map([["flu", agreed]]), exclusions: exclusionsOf(out), info, kept: [] };
  const searches = searchesOf(visits, info.zone, secret);
  return daysToKeep([day], searches, state)[0];
}

const weeks = { history: given, day_by_day: given, cleared: given, decided: given, withheld: given, repeated: given };
testAnswers(document, { ...weeks, kept });
