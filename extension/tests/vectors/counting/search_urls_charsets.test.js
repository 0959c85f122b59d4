// Each URL in a charset other than UTF-8 gives exactly the search that the vectors say, or none.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseSearchUrl } from "../../../src/counting/search_urls.js";
import { vectors } from "../../support/vectors.js";

/** Charsets that Node.js decodes by other tables than browsers do, which follow the WHATWG's standard. */
const NODE_DIFFERS = /=(gbk|euc-jp|big5|euc-kr|windows-1255|windows-1253|windows-874|latin1)(&|$)/u;

for (const { url, search } of vectors("counting/search_urls_charsets")) {
  const skip = NODE_DIFFERS.test(url) && "browsers alone decode this charset by the standard";
  test(`search: ${JSON.stringify(url).slice(0, 150)}`, { skip }, () =>
    assert.deepEqual({ found: parseSearchUrl(url) }, { found: search }),
  );
}
