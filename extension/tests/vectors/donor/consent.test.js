// Plans and texts break a consent as they do in Python.

import {
  languageOf,
  objection,
  objectionToTerms,
  ofDay,
  select,
  stratumOf,
} from "../../../src/core/donation/consent.js";
import { testAnswers } from "../../support/answers.js";
import { campaignOf, consentOf, infoOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/consent");
const { plain } = document.base;

/** @param {any} given */
function place({ times, day, zone }) {
  const consents = times.map((/** @type {string} */ time) => consentOf(plain, { campaign: {}, time, stratum: null }));
  return consents.indexOf(ofDay(consents, day, zone));
}

/** @param {any} given */
function broken({ protocol, plan, part, consent, newest, info }) {
  const base = document.base[protocol];
  return objection(
    consentOf(base, consent),
    { ...base.plan, ...plan },
    { ...base.part, ...part },
    campaignOf(base, { ...consent.campaign, ...newest }),
    infoOf(base, info),
  );
}

/** @param {any} given */
function language({ languages, preferred }) {
  const consent = Object.fromEntries(languages.map((/** @type {string} */ tag) => [tag, "I agree."]));
  return languageOf(campaignOf(plain, { consent }), preferred);
}

/** @param {any} given */
function selected({ campaigns, wanted }) {
  const all = campaigns.map((/** @type {string} */ id) => [id, campaignOf(plain, { id })]);
  return select(new Map(all), wanted);
}

testAnswers(document, {
  of_day: place,
  objections: broken,
  terms: ({ now, agreed }) => objectionToTerms(now, agreed),
  languages: language,
  strata: ({ strata, chosen }) => stratumOf(campaignOf(plain, { strata }), chosen),
  selected,
});
