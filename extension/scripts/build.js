// Bundles the extension into a folder that a browser loads as it is.
//   node scripts/build.js FOLDER [--store | --rehearsal]
// For a store the manifest has no key: stores give an extension its id. Loaded by hand, it has by its key the one id
// that the desktop app lets in. A rehearsal may ask servers on this computer without asking the person first: tests
// can't click on the browser's own question. It is one line of the manifest, and never packaged.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), "..", "src");
const SCRIPTS = ["background.js", "pages/popup/popup.js", "pages/main/main.js"];
const COPIED = /^(_locales|icons|pages|$)/u;
const LOOPBACK = ["http://127.0.0.1/*", "http://localhost/*"];
const OPTIONS = ["--store", "--rehearsal"];

const [folder, option, ...more] = process.argv.slice(2);
if (!folder || (option !== undefined && !OPTIONS.includes(option)) || more.length > 0) {
  console.error("usage: node scripts/build.js FOLDER [--store | --rehearsal]");
  process.exit(2);
}

const manifest = JSON.parse(await readFile(join(SOURCE, "manifest.json"), "utf8"));
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await cp(SOURCE, folder, { recursive: true, filter: isCopied });
await build({
  entryPoints: SCRIPTS.map((script) => join(SOURCE, script)),
  outbase: SOURCE,
  outdir: folder,
  bundle: true,
  // What pages and background share, which is nearly all of it, is there once.
  splitting: true,
  chunkNames: "shared/[name]-[hash]",
  format: "esm",
  target: oldest(manifest),
  // Stores' reviewers read the source, which gives the same bytes; the licences of what is bundled stay.
  minify: true,
  legalComments: "inline",
  charset: "utf8",
});
if (option === "--store") delete manifest.key;
if (option === "--rehearsal") manifest.host_permissions = LOOPBACK;
await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * Whether a file goes into the package as it is: pages, texts and pictures, and no script.
 * @param {string} path
 */
function isCopied(path) {
  const inside = path.slice(SOURCE.length + 1);
  return COPIED.test(inside) && !inside.endsWith(".js");
}

/**
 * The oldest browsers that the manifest lets in.
 * @param {{minimum_chrome_version: string, browser_specific_settings: {gecko: {strict_min_version: string}}}} manifest
 */
function oldest({ minimum_chrome_version: chrome, browser_specific_settings: { gecko } }) {
  return [`chrome${chrome}`, `firefox${gecko.strict_min_version}`];
}
