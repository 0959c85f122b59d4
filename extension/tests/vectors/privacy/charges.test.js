// A day costs what it costs in Python, and a budget allows the same days.

import { fits } from "../../../src/privacy/accounting/budget.js";
import { chargeOf, summed } from "../../../src/privacy/accounting/charges.js";
import { terms } from "../../../src/protocol/messages.js";
import { testAnswers } from "../../support/answers.js";
import { vectors } from "../../support/vectors.js";

/** @param {any} given */
function charged({ terms: given, refused }) {
  try {
    return chargeOf(terms(given, "terms"));
  } catch (error) {
    if (!refused || !(error instanceof RangeError)) throw error;
    return null;
  }
}

testAnswers(vectors("privacy/charges"), {
  terms: charged,
  budgets: ({ charges, budget }) => fits(charges, budget),
  sums: ({ charges }) => summed(charges),
});
