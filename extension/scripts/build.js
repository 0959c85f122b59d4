// Bundles the extension into a folder that a browser loads as it is.
//
//   node scripts/build.js                          both stores' folders, build/chromium and build/firefox
//   node scripts/build.js FOLDER                   a folder to load by hand, in every browser
//   node scripts/build.js FOLDER --chromium        a store's folder, elsewhere; or --firefox
//
// A folder to load by hand has a manifest with the key that gives the extension the one id that the desktop app accepts,
// and both kinds of background scripts. For a store, the manifest has only what that store's browsers know, and no key,
// as the store gives an extension its id.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packTexts } from "./texts.js";

const EXTENSION = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCE = join(EXTENSION, "src");
const SCRIPTS = ["background.js", "pages/popup/popup.js", "pages/main/main.js"];
const COPIED = /^(icons|pages|$)/u;
/** What only Firefox needs: src/gateways/browser/hidden_origin.js says why. */
const HIDING = "declarativeNetRequestWithHostAccess";
const STORES = new Map([
  ["chromium", forChromium],
  ["firefox", forFirefox],
]);

const manifest = JSON.parse(await readFile(join(SOURCE, "manifest.json"), "utf8"));
const [folder, option, ...more] = process.argv.slice(2);
const store = option?.replace(/^--/u, "");
if (more.length > 0 || (store !== undefined && !STORES.has(store))) {
  console.error("usage: node scripts/build.js [FOLDER [--chromium | --firefox]]");
  process.exit(2);
}
if (folder !== undefined) await bundle(folder, STORES.get(store ?? ""));
else for (const [name, change] of STORES) await bundle(join(EXTENSION, "build", name), change);

/**
 * Write the extension into a folder, and replace what the folder holds.
 * @param {string} folder
 * @param {(manifest: Manifest) => object} [change] what the manifest becomes for a store
 */
async function bundle(folder, change = (same) => same) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(SOURCE, folder, { recursive: true, filter: isCopied });
  await packTexts(folder);
  await bundleScripts(folder);
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(change(manifest), null, 2)}\n`);
}

/**
 * Bundle the scripts, readable: stores' reviewers read what a browser runs.
 * @param {string} folder
 */
function bundleScripts(folder) {
  return build({
    entryPoints: SCRIPTS.map((script) => join(SOURCE, script)),
    // Each module's path is written above its code. Without this, it would depend on where the build is started.
    absWorkingDir: EXTENSION,
    outbase: SOURCE,
    outdir: resolve(folder),
    bundle: true,
    // Pages and background script share nearly all of their code. Splitting keeps it in the package once.
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    format: "esm",
    target: oldest(manifest),
    legalComments: "inline",
    charset: "utf8",
  });
}

/**
 * Return whether a file is copied into the package as it is: pages and pictures are, scripts are bundled.
 * @param {string} path
 */
function isCopied(path) {
  const inside = path.slice(SOURCE.length + 1);
  return COPIED.test(inside) && !inside.endsWith(".js");
}

/**
 * Return the oldest browsers that the manifest allows, as build targets.
 * @param {Manifest} manifest
 */
function oldest({ minimum_chrome_version: chrome, browser_specific_settings: { gecko } }) {
  return [`chrome${chrome}`, `firefox${gecko.strict_min_version}`];
}

/**
 * Return the manifest for the stores of Chromium's browsers: without Firefox's settings and permissions, and with a
 * service worker only.
 * @param {Manifest} manifest
 * @returns {object}
 */
function forChromium({ key, browser_specific_settings, optional_host_permissions, permissions, background, ...rest }) {
  const { scripts, ...worker } = background;
  return { ...rest, permissions: permissions.filter((one) => one !== HIDING), background: worker };
}

/**
 * Return the manifest for Firefox's store: without Chromium's oldest version, and with a background page, as Firefox
 * has no service worker for extensions.
 * @param {Manifest} manifest
 * @returns {object}
 */
function forFirefox({ key, minimum_chrome_version, background: { service_worker, ...background }, ...rest }) {
  return { ...rest, background };
}

/**
 * @typedef {{key: string, minimum_chrome_version: string, background: {scripts: string[], service_worker: string},
 *   permissions: string[], optional_host_permissions: string[],
 *   browser_specific_settings: {gecko: {strict_min_version: string}}}} Manifest
 */
