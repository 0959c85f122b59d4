// A day costs what it costs in Python, and a budget allows the same days.

import { fits } from "../../../src/privacy/accounting/budget.js";
import { chargeOf, summed } from "../../../src/privacy/accounting/charges.js";
import { terms } from "../../../src/protocol/messages.js";
import { testAnswers } from "../../support/answers.js";
import { asCharge, chargeIn } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

/** @param {any} rows */
const rowsOf = (rows) => rows.map((/** @type {any} */ { charge, days }) => ({ charge: chargeIn(charge), days }));

testAnswers(vectors("privacy/charges"), {
  terms: ({ terms: given }) => asCharge(chargeOf(terms(given, "terms"), "flu")),
  budgets: ({ charges, budget }) => fits(rowsOf(charges), budget),
  sums: ({ charges }) => summed(charges.map(chargeIn)).map(({ charge, days }) => ({ charge: asCharge(charge), days })),
});
