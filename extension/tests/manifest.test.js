// The manifest asks for the fewest permissions, names files that exist, and has the name by which the app knows it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(readFileSync(at("../src/manifest.json"), "utf8"));

test("installation asks only for history, alarms, storage, a clicked page's address and hiding Firefox's number", () => {
  const needed = ["history", "alarms", "storage", "activeTab", "declarativeNetRequestWithHostAccess"];
  assert.deepEqual(manifest.permissions, needed);
  assert.deepEqual(manifest.optional_permissions, ["nativeMessaging", "notifications"]);
  assert.equal(manifest.host_permissions, undefined);
  assert.deepEqual(manifest.optional_host_permissions, ["https://*/*", "http://localhost/*", "http://127.0.0.1/*"]);
  assert.equal(manifest.content_scripts, undefined);
  assert.equal(manifest.incognito, "not_allowed");
});

test("pages run their own scripts and styles alone", () => {
  const policy = manifest.content_security_policy.extension_pages;
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|\*:|script-src[^;]*http/);
});

test("every file that it names is there, and its version is the package's", () => {
  const { icons, action, options_ui: options, background } = manifest;
  const files = [...Object.values(icons), ...Object.values(action.default_icon), action.default_popup, options.page];
  files.push(background.service_worker, ...background.scripts);
  assert.deepEqual(
    files.filter((file) => !existsSync(at(`../src/${file}`))),
    [],
  );
  assert.equal(manifest.version, JSON.parse(readFileSync(at("../package.json"), "utf8")).version);
});

test("the desktop app accepts the extension of this manifest", () => {
  const app = readFileSync(at("../../client/pdd_client/gateways/native_messaging/manifests.py"), "utf8");
  const digest = createHash("sha256").update(Buffer.from(manifest.key, "base64")).digest("hex").slice(0, 32);
  const name = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
  assert.ok(app.includes(`"chrome-extension://${name}/"`));
  assert.ok(app.includes(`"${manifest.browser_specific_settings.gecko.id}"`));
});
