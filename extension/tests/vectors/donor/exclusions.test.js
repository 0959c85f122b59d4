// A donor keeps out the searches that Python's keeps out, and can block the same words.

import { blockedEntry, parseHours, paused, reason } from "../../../src/core/donation/exclusions.js";
import { testAnswers } from "../../support/answers.js";
import { exclusionsOf, instant, searchesOf } from "../../support/donor_vectors.js";
import { vectors } from "../../support/vectors.js";

const document = vectors("donor/exclusions");
const { visits, zone, secret } = document.base;
const [SEARCH] = searchesOf(visits, zone, secret);

testAnswers(document, {
  reasons: (given) => reason(exclusionsOf(given), SEARCH),
  paused: ({ start, end, now, ...given }) => paused(exclusionsOf(given), [instant(start), instant(end)], instant(now)),
  hours: ({ typed }) => parseHours(typed) && { start: parseHours(typed)?.start, end: parseHours(typed)?.end },
  blocked_words: ({ typed }) => blockedEntry(typed).label,
});
