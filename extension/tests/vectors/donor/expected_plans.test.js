// A review counts by the plan by which Python's counts.

import { expectedPart, expectedPlan } from "../../../src/core/donation/expected_plan.js";
import { testAnswers } from "../../support/answers.js";
import { agreedOf, infoOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/expected_plans");

/** @param {any} given */
function planned({ protocol, day, ...given }) {
  const base = document.base[protocol];
  const { consents, newest } = agreedOf(base, given);
  const info = infoOf(base, given.info);
  const layout = [...consents].map(([name, all]) => expectedPart(all, day, info.zone, newest.get(name)));
  return expectedPlan(info, day, layout);
}

testAnswers(document, { plans: planned });
