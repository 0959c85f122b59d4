// Of a day, a donor gives what Python's gives, to the same campaigns, and for the same reasons nothing to others.

import { zerosBecause } from "../../../src/core/donation/decisions.js";
import { testAnswers } from "../../support/answers.js";
import { prepared } from "../../support/donor_days.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/decisions");
const given = (/** @type {any} */ changes) => prepared(document, { ...document.base.day, ...changes });

/** @param {any} given */
function zeros({ sending, decision, given_elsewhere: elsewhere }) {
  const told = decision && { day: "2026-11-20", approved: decision === "approved", time: 0, seen: {} };
  return zerosBecause(sending, told, elsewhere);
}

testAnswers(document, { counted: given, excluded: given, objections: given, decided: given, zeros });
