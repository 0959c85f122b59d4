// Bundles the pages with a scripted donor, for tests of what they show: node tests/pages/scripted_donor/build.js FOLDER

import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { packTexts } from "../../../scripts/texts.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, "..", "..", "..", "src");
const folder = process.argv[2];

/** @type {import("esbuild").Plugin} */
const told = {
  name: "a donor that is told what to say",
  setup: ({ onResolve }) => onResolve({ filter: /donor\/donor\.js$/ }, () => ({ path: join(HERE, "donor.js") })),
};

for (const part of ["icons", "pages"]) {
  await cp(join(SOURCE, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith(".js") });
}
await packTexts(folder);
await build({
  entryPoints: ["pages/popup/popup.js", "pages/main/main.js"].map((script) => join(SOURCE, script)),
  inject: [join(HERE, "browser.js")],
  plugins: [told],
  outbase: SOURCE,
  outdir: folder,
  bundle: true,
  format: "esm",
  target: ["chrome116", "firefox128"],
  logLevel: "warning",
});
