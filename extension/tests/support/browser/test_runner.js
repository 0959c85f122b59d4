// Stands for node:test where the tests of vectors run in a browser (tests/extension/browser/drivers/vectors.py).

import { filesRead, setFiles } from "./fs.js";

/** @type {{name: string, run: () => unknown}[]} */
const tests = [];

/**
 * Keep a test to be run. Options are ignored: they are about Node.js.
 * @param {string} name
 * @param {...any} rest the options, if there are any, and the test
 */
export function test(name, ...rest) {
  tests.push({ name, run: rest[rest.length - 1] });
}

/**
 * Run all tests of some modules, one after the other.
 * @param {readonly (() => Promise<unknown>)[]} modules each imports one module
 * @param {Record<string, string>} files the files that they can read (fs.js)
 */
export async function runTests(modules, files) {
  setFiles(files);
  for (const load of modules) await load();
  const failed = [];
  for (const { name, run } of tests) {
    try {
      await run();
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.stack || error.message : error}`);
    }
  }
  return { tests: tests.length, failed, read: filesRead() };
}
