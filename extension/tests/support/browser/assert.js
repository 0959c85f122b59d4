// Stands for node:assert/strict where the tests of vectors run in a browser: as much of it as they use.

/**
 * @param {boolean} holds
 * @param {unknown} message an error of its own, or text
 * @param {() => string} told what failed, if there is no message
 */
function check(holds, message, told) {
  if (holds) return;
  throw message instanceof Error ? message : new Error(`${message ?? ""} ${told()}`);
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? String(value);
  return text.slice(0, 2000);
}

/** @param {unknown} found @param {unknown} expected @param {unknown} [message] */
function equal(found, expected, message) {
  check(Object.is(found, expected), message, () => `${shown(found)} is not ${shown(expected)}`);
}

/** @param {unknown} found @param {unknown} other @param {unknown} [message] */
function notEqual(found, other, message) {
  check(!Object.is(found, other), message, () => `${shown(found)} was not to come`);
}

/** @param {unknown} found @param {unknown} expected @param {unknown} [message] */
function deepEqual(found, expected, message) {
  check(isSame(found, expected), message, () => `${shown(found)} is not ${shown(expected)}`);
}

/**
 * Return whether two values are of the same kind and hold the same.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function isSame(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Map || one instanceof Set) return isSame([...one], [...other]);
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** @param {unknown} value @param {unknown} [message] */
function ok(value, message) {
  check(Boolean(value), message, () => `${shown(value)} does not hold`);
}

/** @param {string} text @param {RegExp} pattern @param {unknown} [message] */
function match(text, pattern, message) {
  check(pattern.test(text), message, () => `${shown(text)} does not match ${pattern}`);
}

/** @param {() => unknown} work @param {any} [expected] */
function throws(work, expected) {
  let thrown;
  try {
    work();
  } catch (error) {
    thrown = { error };
  }
  checkThrown(thrown, expected);
}

/** @param {Promise<unknown> | (() => Promise<unknown>)} work @param {any} [expected] */
async function rejects(work, expected) {
  let thrown;
  try {
    await (typeof work === "function" ? work() : work);
  } catch (error) {
    thrown = { error };
  }
  checkThrown(thrown, expected);
}

/**
 * @param {{error: any} | undefined} thrown undefined if nothing was
 * @param {any} expected a class, a pattern, a function that judges the error, or fields that it has
 */
function checkThrown(thrown, expected) {
  if (thrown === undefined) throw new Error("nothing was thrown");
  check(isExpected(thrown.error, expected), undefined, () => `${thrown.error} was thrown`);
}

/** @param {any} error @param {any} expected @returns {boolean} */
function isExpected(error, expected) {
  if (expected === undefined) return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (expected === Error || expected.prototype instanceof Error) return error instanceof expected;
  if (typeof expected === "function") return expected(error) === true;
  return Object.entries(expected).every(([field, value]) =>
    value instanceof RegExp ? value.test(error[field]) : isSame(error[field], value),
  );
}

export default { deepEqual, equal, match, notEqual, ok, rejects, throws };
