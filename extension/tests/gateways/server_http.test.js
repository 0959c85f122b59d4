// HTTP as a donor uses it, against a real server that does what it should not.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { checkedUrl, Http } from "../../src/gateways/server_http/http.js";
import { ServerHttp } from "../../src/gateways/server_http/server_http.js";

/** @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void} Answer */
/** @type {Answer} */
let answer = (_, response) => response.end();
const listener = createServer((request, response) => answer(request, response));
let url = "";

before(async () => {
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", () => resolve(null)));
  url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (listener.address()).port}`;
});
after(() => {
  listener.closeAllConnections();
  listener.close();
});

const get = () => new Http(url, fetch).exchange("GET", "/v1/server", {});

test("a request has only a token and no version, follows no redirect and takes no cookie", async () => {
  /** @type {import("node:http").IncomingHttpHeaders} */
  let asked = {};
  answer = (request, response) => {
    asked = request.headers;
    response.setHeader("Set-Cookie", "who=you").setHeader("ETag", 'W/"1"').end("{}");
  };
  await get();
  const again = await new Http(url, fetch).exchange("GET", "/v1/server", { token: "t", known: 'W/"1"' });
  assert.equal(again.tag, 'W/"1"');
  const { cookie, referer, "pdd-client": client, authorization, "if-none-match": known } = asked;
  assert.deepEqual(
    [cookie, referer, client, authorization, known],
    [undefined, undefined, undefined, "Bearer t", 'W/"1"'],
  );
  answer = (_, response) => response.writeHead(302, { Location: `${url}/elsewhere` }).end();
  await assert.rejects(get(), { code: "foreign-answer" });
});

test("an answer that is too long is not read to its end, compressed or not", async () => {
  const packed = gzipSync(Buffer.alloc(80 * 2 ** 20));
  answer = (_, response) => response.setHeader("Content-Encoding", "gzip").end(packed);
  await assert.rejects(get(), { code: "endless-answer" });
  answer = (_, response) => response.destroy();
  await assert.rejects(get(), { code: "no-connection" });
});

// The timers of Node.js 18 can't be moved reliably.
const skip = process.versions.node.startsWith("18.");
test("a request ends within 30 seconds, even if its answer trickles in", { skip }, async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {() => void} */
  let asked = () => {};
  const arrived = new Promise((resolve) => {
    asked = () => resolve(null);
  });
  answer = (_, response) => {
    response.write("{");
    const more = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(more));
    asked();
  };
  const getting = get();
  await arrived;
  context.mock.timers.tick(30_000);
  await assert.rejects(getting, { code: "too-slow" });
});

test("problems have their names and one printable line; other errors are not the server's", async () => {
  const told = (/** @type {unknown} */ body) => {
    answer = (_, response) => response.writeHead(409).end(JSON.stringify(body));
  };
  told({ type: "urn:pdd:problem:stale-state", detail: "two\nlines \u202e" });
  await assert.rejects(get(), { code: "problem", reason: "stale-state", detail: "two lines" });
  for (const other of [{ type: "urn:other:stale-state" }, { type: 3 }, { detail: "x" }, null, "text"]) {
    told(other);
    await assert.rejects(get(), { code: "foreign-answer" });
  }
  answer = (_, response) => response.writeHead(502).end("<h1>Bad gateway</h1>");
  await assert.rejects(get(), { code: "server-error" });
});

test("an invalid answer is reported without showing any of it", async () => {
  const bodies = [
    ["<b>markup</b>", "foreign-answer"],
    ["\xff", "foreign-answer"],
    ["{}", "unreadable-answer"],
    ['{"token": "secret"}', "unreadable-answer"],
  ];
  for (const [body, code] of bodies) {
    answer = (_, response) => response.end(Buffer.from(body, "latin1"));
    const asking = new ServerHttp(url, fetch).info();
    await assert.rejects(asking, (/** @type {any} */ error) => error.code === code && !error.message.includes(body));
  }
});

test("a server has an address of its own, encrypted unless it is on this computer", () => {
  assert.equal(checkedUrl("https://pdd.example.org/"), "https://pdd.example.org");
  assert.equal(checkedUrl("https://example.org/pdd//"), "https://example.org/pdd");
  assert.equal(checkedUrl("http://localhost:8000"), "http://localhost:8000");
  for (const wrong of [
    "",
    "pdd.example.org",
    "ftp://a.example",
    "https://u:p@a.example",
    "https://a.example?x",
    "javascript:1",
  ]) {
    assert.throws(() => checkedUrl(wrong), { code: "not-an-address" });
  }
  for (const open of ["http://pdd.example.org", "http://127.0.0.1.example.org", "http://localhost.example.org"]) {
    assert.throws(() => checkedUrl(open), { code: "not-encrypted" });
  }
});

test("a server that lets no extension read its answers is told apart from a missing one", async () => {
  /** @type {(string | undefined)[]} */
  const asked = [];
  const hiding = (/** @type {boolean} */ answers) => {
    /** @type {import("../../src/gateways/server_http/http.js").Fetch} */
    const hidden = async (_url, { mode }) => {
      asked.push(mode);
      if (mode === "no-cors" && answers) return new Response();
      throw new TypeError("Failed to fetch");
    };
    return new Http("https://www.example.org", hidden).exchange("GET", "/v1/server", { token: "t" });
  };
  await assert.rejects(hiding(true), { code: "foreign-answer" });
  await assert.rejects(hiding(false), { code: "no-connection" });
  assert.deepEqual(asked, [undefined, "no-cors", undefined, "no-cors"]);
});
