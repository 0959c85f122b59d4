// Writes the pages' texts as the package holds them. From _locales a browser reads only the texts that the manifest
// names. If all texts were there, their names would be repeated in each language and take 12 KB. So the others are in
// files of their own, and the names are written once.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const OF_THE_MANIFEST = ["extension_name", "extension_description"];

/**
 * Write `_locales/` with the texts that the manifest names, `texts/names.json` with the names of all texts, and the
 * texts of each language in the same order.
 * @param {string} source the folder with all texts in `_locales/`
 * @param {string} folder
 */
export async function packTexts(source, folder) {
  const read = async (/** @type {string} */ tag) =>
    JSON.parse(await readFile(join(source, "_locales", tag, "messages.json"), "utf8"));
  const names = Object.keys(await read("en"));
  await writeJson(join(folder, "texts"), "names.json", names);
  for (const tag of await readdir(join(source, "_locales"))) {
    const messages = await read(tag);
    const named = Object.fromEntries(OF_THE_MANIFEST.map((name) => [name, messages[name]]));
    await writeJson(join(folder, "_locales", tag), "messages.json", named);
    await writeJson(
      join(folder, "texts"),
      `${tag}.json`,
      names.map((name) => messages[name].message),
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
