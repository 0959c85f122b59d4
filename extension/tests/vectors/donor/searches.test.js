// The same visits are the same searches, with the same names, as in Python.

import { testAnswers } from "../../support/answers.js";
import { asInstant, searchesOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/searches");

testAnswers(document, {
  found: ({ visits, zone }) =>
    searchesOf(visits, zone, document.base.secret).map((search) => ({
      ...search,
      time: asInstant(search.time),
      last: asInstant(search.last),
    })),
});
