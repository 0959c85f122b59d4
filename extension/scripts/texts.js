// Writes the pages' texts as the package holds them, from the catalogue that the extension shares with the desktop app.
// From _locales a browser reads only the texts that the manifest names. If all texts were there, their names would be
// repeated in each language and take 12 KB. So the others are in files of their own, and the names are written once.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { textsOfExtension } from "./catalogue.js";

/** The folder with one file a language, such as `en.json`: a text a line, by section and key. */
export const CATALOGUE = fileURLToPath(new URL("../../client/pdd_client/desktop/translations/", import.meta.url));

const OF_THE_MANIFEST = ["extension_name", "extension_description"];

/**
 * Write `_locales/` with the texts that the manifest names, `texts/names.json` with the names of all texts, and the
 * texts of each language in the same order.
 * @param {string} folder
 */
export async function packTexts(folder) {
  const files = (await readdir(CATALOGUE)).filter((name) => name.endsWith(".json"));
  const read = async (/** @type {string} */ name) =>
    textsOfExtension(JSON.parse(await readFile(join(CATALOGUE, name), "utf8")));
  const names = Object.keys(await read("en.json"));
  await writeJson(join(folder, "texts"), "names.json", names);
  for (const file of files) {
    const texts = await read(file);
    const named = Object.fromEntries(OF_THE_MANIFEST.map((name) => [name, { message: texts[name] }]));
    await writeJson(join(folder, "_locales", file.replace(".json", "")), "messages.json", named);
    await writeJson(
      join(folder, "texts"),
      file,
      names.map((name) => texts[name]),
    );
  }
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {object} content
 */
async function writeJson(folder, name, content) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), JSON.stringify(content));
}
