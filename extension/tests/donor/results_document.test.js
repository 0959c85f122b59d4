// Reading a server's results document.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readPublished } from "../../src/donor/campaigns/results_document.js";

/** @param {object} more of the document's only day */
function published(more) {
  const noise = { half_width_95: 30 };
  const day = { day: "2026-11-18", stratum: null, donors: 400, searches: 9_000, noise, totals: { flu: 248 }, ...more };
  return readPublished(JSON.stringify({ campaign: "winter-flu", days: [day], missing: [] }));
}

test("a half width of all strata together is read where the server says it", () => {
  const noise = (/** @type {unknown} */ together) => ({ half_width_95: 30, half_width_95_together: together });
  assert.equal(published({ noise: noise(41) })?.days[0].halfWidthTogether, 41);
  assert.equal(published({})?.days[0].halfWidthTogether, null);
  assert.equal(published({ noise: noise(-1) }), null);
});

test("a day is final unless the server says that more sums may come", () => {
  assert.equal(published({ final: false, cohorts: 1, cohorts_planned: 2 })?.days[0].final, false);
  assert.equal(published({ final: true })?.days[0].final, true);
  assert.equal(published({})?.days[0].final, true);
  assert.equal(published({ final: "no" }), null);
});
