// A program for tests: the extension in one browser beside the real app, told what to do by lines of JSON on stdin.
//
// {"set": {now, visits}} changes the computer, {"host": PATH} where the browser finds the app's launcher (null: nowhere),
// {"allow": BOOL} the permission, {"run": BOOL} starts or stops the browser, {"work": true} lets the background look,
// {"call": METHOD of Donor, "with": [ARGUMENTS]}, {"end": SURE} lets the extension donate again, {"remove": true} removes
// the extension and installs it anew, {"use": [DAY, CAMPAIGN, HITS]} charges hits, {"elsewhere": true} tells those that
// the app says it used, {"left": CAP} those of the campaign flu that are left here of so many.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Background } from "../../src/background_tasks.js";
import { hitsLeft } from "../../src/core/donation/campaign_hits.js";
import { DonorError } from "../../src/core/errors.js";
import { Donor } from "../../src/donor/donor.js";
import { connectApp } from "../../src/extension_bridge/app_connection.js";
import { donateHere } from "../../src/extension_bridge/handover.js";
import { Computer, methodOf } from "../support/computer.js";
import { App, browserWith, Event, english } from "../support/desktop_app.js";

const computer = new Computer();
const { api, shown } = browserWith(new App());
shown.allowed = false;
/** @type {string | null} */
let host = null;
let parts = computer.parts();
/** @type {Background | null} */
let background = null;
/** @type {Set<import("node:child_process").ChildProcessByStdio<import("node:stream").Writable, import("node:stream").Readable, null>>} */
const hosts = new Set();

api.history = /** @type {any} */ (parts.history);
api.runtime.connectNative = /** @type {any} */ (
  () => {
    if (!shown.allowed) throw new Error("no permission");
    return nativePort(host ?? "/nowhere");
  }
);

/**
 * A port as a browser makes it: four bytes of length and JSON, to a process and back.
 * @param {string} path
 */
function nativePort(path) {
  const process = spawn(path, ["chrome-extension://this/"], { stdio: ["pipe", "pipe", "ignore"] });
  const [onMessage, onDisconnect] = [new Event(), new Event()];
  let data = Buffer.alloc(0);
  process.stdout.on("data", (more) => {
    data = Buffer.concat([data, more]);
    while (data.length >= 4 && data.length >= 4 + data.readUInt32LE()) {
      const end = 4 + data.readUInt32LE();
      const message = JSON.parse(data.subarray(4, end).toString());
      data = data.subarray(end);
      onMessage.call(message);
    }
  });
  const ended = () => {
    hosts.delete(process);
    onDisconnect.call();
  };
  process.on("spawn", () => hosts.add(process));
  process.on("error", ended);
  process.on("exit", ended);
  process.stdin.on("error", () => {});
  return {
    onMessage,
    onDisconnect,
    disconnect: () => process.stdin.end(),
    postMessage: (/** @type {object} */ message) => {
      const text = Buffer.from(JSON.stringify(message));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      process.stdin.write(Buffer.concat([length, text]));
    },
  };
}

/** A donor whose check-in is always due, unless it has nothing to do with the server. */
async function impatient() {
  const donor = await Donor.open(parts);
  const planned = donor.nextCheckIn.bind(donor);
  let done = 0;
  donor.nextCheckIn = async () => {
    const next = await planned();
    const idle = (await donor.status()).companion || next === computer.now + 86_400_000;
    return idle || done === computer.now ? next : computer.now;
  };
  const checkIn = donor.checkIn.bind(donor);
  donor.checkIn = () => {
    done = computer.now;
    return checkIn();
  };
  return donor;
}

/** @param {any} line */
async function done(line) {
  if (line.set) Object.assign(computer, line.set);
  if ("host" in line) host = line.host;
  if ("allow" in line) shown.allowed = line.allow;
  if ("run" in line) await run(line.run);
  if (line.work) await background?.work();
  if ("end" in line) await donateHere(await Donor.open(parts), () => connectApp(api), line.end);
  if (line.remove) await removed();
  if (line.use || line.elsewhere) return hits(line.use);
  if (line.left) return left(line.left);
  if (!line.call) return null;
  const donor = /** @type {any} */ (await Donor.open(parts));
  const given = await methodOf(donor, line.call)(...(line.with ?? []));
  donor.close();
  return given ?? null;
}

/** @param {[string, string, number]} [use] */
async function hits(use) {
  const donor = await Donor.open(parts);
  const { store } = donor.installation;
  const charge = /** @type {const} */ ({ law: "discrete-laplace", scale: "16", sensitivity: 16, delta: 0 });
  if (use) await store.write((home) => home.days.charge([{ day: use[0], campaign: use[1], charge, hits: use[2] }]));
  const found = await store.read((home) => home.hitsElsewhere());
  donor.close();
  return found;
}

/** @param {number} campaignHits */
async function left(campaignHits) {
  const donor = await Donor.open(parts);
  const ledger = await donor.handover.installation.store.read((home) => home.ledger());
  donor.close();
  const campaign = /** @type {any} */ ({ id: "flu", start: "2026-11-01" });
  return hitsLeft(ledger, campaign, /** @type {any} */ ({ campaignHits }));
}

/** @param {boolean} on */
async function run(on) {
  const ended = Promise.all([...hosts].map((process) => new Promise((resolve) => process.on("exit", resolve))));
  for (const process of hosts) process.stdin.end();
  await ended;
  background = on ? new Background(api, impatient, english, () => computer.now) : null;
}

async function removed() {
  const running = background !== null;
  await run(false);
  parts = computer.parts();
  shown.allowed = false;
  await run(running);
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify({ done: await done(JSON.parse(line)) }));
  } catch (error) {
    if (!(error instanceof DonorError)) throw error;
    console.log(JSON.stringify({ error: { code: error.code, line: error.message } }));
  }
}

process.exit(0);
