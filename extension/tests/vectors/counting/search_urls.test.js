// Each URL of the vectors gives exactly the search the vectors say, or none.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseSearchUrl } from "../../../src/counting/search_urls.js";
import { vectors } from "../../support/vectors.js";

for (const { url, search } of vectors("counting/search_urls")) {
  test(`search: ${JSON.stringify(url).slice(0, 150)}`, () =>
    assert.deepEqual({ found: parseSearchUrl(url) }, { found: search }));
}
