// The rooms of src/ depend on each other in one direction only, as the app's packages do (pyproject.toml,
// import-linter). So pure modules can be read and tested without those that use them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));
const MOST_FILES = 12;

/** Each line may use the lines below it. Rooms of one line don't know each other. */
const ROOMS = [
  ["background.js"],
  ["background_tasks.js"],
  ["pages"],
  ["extension_bridge"],
  ["donor"],
  ["gateways"],
  ["core"],
  ["rounds"],
  ["privacy", "counting"],
  ["protocol"],
  [".."], // the tables that Python has too
];
/** The same within the donor. */
const DONOR = [
  ["donor.js"],
  ["check_in"],
  ["cohort"],
  ["contact", "export.js"],
  ["reminders.js"],
  ["days"],
  ["campaigns", "settings", "privacy_account.js", "status.js"],
  ["schedule.js", "server_keys.js"],
  ["installation.js"],
  ["restored_home.js"],
];
/** The same within the pages, but for types: widgets are given the `App` of the session. */
const PAGES = [["main", "popup"], ["session"], ["widgets"], ["texts"]];

const modules = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));

/**
 * Return the modules that a module imports, and those whose types it names.
 * @param {string} path
 * @param {RegExp} naming
 */
function namedBy(path, naming) {
  const named = [...readFileSync(join(SOURCE, path), "utf8").matchAll(naming)].map(([, target]) => target);
  return named.map((target) => join(dirname(path), target));
}

const IMPORTS = /^(?:import|export)\b[^;]*?"(\.[^"]+)"/gmsu;
const TYPES = /import\("(\.[^"]+)"\)/gu;

/**
 * Return the imports that go up or sideways in these layers, and the rooms that are in none of them.
 * @param {readonly (readonly string[])[]} layers
 * @param {string} folder "" for all of src/
 * @param {readonly RegExp[]} naming
 */
function wrongUses(layers, folder, naming) {
  /** @param {string} path */
  const roomOf = (path) => (path.startsWith(folder) ? path.slice(folder.length).split("/")[0] : null);
  /** @param {string | null} room */
  const levelOf = (room) => layers.findIndex((rooms) => rooms.includes(/** @type {string} */ (room)));
  const inside = modules.filter((path) => roomOf(path) !== null);
  const unknown = [...new Set(inside.map(roomOf))].filter((room) => levelOf(room) < 0);
  const wrong = inside.flatMap((path) =>
    naming
      .flatMap((one) => namedBy(path, one))
      .filter((target) => roomOf(target) !== null && roomOf(target) !== roomOf(path))
      .filter((target) => levelOf(roomOf(target)) <= levelOf(roomOf(path)))
      .map((target) => `${path} uses ${target}`),
  );
  return [...unknown, ...wrong];
}

test("modules, types included, use lower rooms only, and each room has its place", () => {
  assert.ok(modules.length > 100);
  assert.deepEqual(wrongUses(ROOMS, "", [IMPORTS, TYPES]), []);
});

test("the donor's rooms use lower ones only", () => {
  assert.deepEqual(wrongUses(DONOR, "donor/", [IMPORTS, TYPES]), []);
});

test("the pages' rooms use lower ones only", () => {
  assert.deepEqual(wrongUses(PAGES, "pages/", [IMPORTS]), []);
});

test("no folder has more than a dozen files", () => {
  for (const root of ["../src/", "./"]) {
    const folder = fileURLToPath(new URL(root, import.meta.url));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (statSync(join(folder, path)).isFile()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    }
    for (const [path, files] of counts) assert.ok(files <= MOST_FILES, `${root}${path} has ${files} files`);
  }
});
