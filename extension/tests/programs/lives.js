// A program for tests: the extensions of one person, told what to do by lines of JSON on stdin.
//
// {"home": NAME, "now": MILLISECONDS, "do": STEP, ...} lets the extension of this name take one of the STEPS. Where it
// speaks with the desktop app, it writes {"app": MESSAGE} and reads the app's answer; without "reachable" there is no
// app. {"count": CASE} tells what a donor gives of a case (tests/support/reference/donor). {"begin": true} ends all homes.

import { createInterface } from "node:readline";
import { DonorError } from "../../src/core/errors.js";
import { Donor } from "../../src/donor/donor.js";
import { chargeUnrecorded } from "../../src/donor/restored_home.js";
import { Companion, donateHere } from "../../src/extension_bridge/handover.js";
import { KINDS } from "../../src/protocol/messages.js";
import { Computer } from "../support/computer.js";
import { Event } from "../support/desktop_app.js";
import { prepared } from "../support/donor_days.js";
import { asCharge, chargeIn, instant } from "../support/donor_vectors.js";
import { copied } from "../support/home_copy.js";
import { vectors } from "../support/vectors.js";

const document = vectors("donor/campaign_hits");
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const computer = new Computer();

/** @typedef {{donor: Donor, parts: import("../../src/gateways/browser/donor_parts.js").Parts}} Opened */
/** @type {Map<string, Opened>} */
const homes = new Map();
/** @type {Map<string, IDBFactory>} */
const copies = new Map();

/**
 * @param {string} name
 * @param {object} [changes]
 */
async function opened(name, changes) {
  const parts = computer.parts(changes);
  const home = { parts, donor: await Donor.open(parts) };
  homes.set(name, home);
  return home;
}

/** @param {boolean} reachable */
function connectTo(reachable) {
  return () => {
    if (!reachable) throw new Error("no app");
    const port = { onMessage: new Event(), onDisconnect: new Event(), disconnect: () => {}, postMessage };
    async function postMessage(/** @type {object} */ message) {
      console.log(JSON.stringify({ app: message }));
      port.onMessage.call(JSON.parse((await lines.next()).value ?? ""));
    }
    return port;
  };
}

/** @param {Donor} donor */
async function told({ installation }) {
  const found = await installation.store.read(async (home) => ({
    ledger: await home.ledger(),
    settled: [...(await home.days.locked()).keys()],
    elsewhere: [...(await home.elsewhere())],
    isCompanion: (await home.fact("companion")) !== null,
  }));
  const { given, hitsElsewhere } = found.ledger;
  const runs = given.map(({ day, charge, ...rest }) => ({ first: day, days: 1, charge: asCharge(charge), ...rest }));
  return { ...found, ledger: undefined, given: runs, used: hitsElsewhere?.used, unknown: hitsElsewhere?.unknown };
}

/** What an extension can be told to do. @type {Record<string, (opened: Opened, line: any) => Promise<any>>} */
const STEPS = {
  join: ({ donor: { installation } }, { payload, facts }) =>
    installation.store.write((home) => {
      const signed = { payload, signature: "" };
      for (const [name, value] of facts) home.setFact(name, value);
      home.addConsent({ signed, campaign: KINDS.campaign(payload), language: "en", time: computer.now, stratum: null });
    }),
  leave: ({ donor }, { campaign }) => donor.campaigns.leave(campaign),
  meet: async ({ donor }) => {
    const companion = new Companion(donor, connectTo(true), null);
    await companion.meet();
    companion.close();
  },
  end: async ({ donor }, { reachable }) => {
    if (!(await donor.status()).companion) return;
    await donateHere(donor, connectTo(reachable), true).catch((error) => {
      if (!(error instanceof DonorError && error.code === "app-donates")) throw error;
    });
  },
  told: ({ donor }) => told(donor),
  give: ({ donor: { installation } }, { day, charges }) =>
    installation.store.write((home) => {
      home.days.charge(charges.map((/** @type {any} */ one) => ({ ...one, charge: chargeIn(one.charge) })));
      home.days.keepBlinded({ day, context: "", data: null, sent: true });
      home.setFact("last_check_in", computer.now);
    }),
  restored: ({ donor: { installation } }) =>
    installation.store.write((home) =>
      chargeUnrecorded(home, installation.clock(), /** @type {any} */ ({ zone: "UTC", delay: 2 })),
    ),
  copy: async ({ parts }, { home }) => void copies.set(home, await copied(parts.indexedDB)),
  bring_back: async (_, { home }) => {
    const copy = /** @type {IDBFactory} */ (copies.get(home));
    await opened(home, { indexedDB: await copied(copy) });
  },
};

/** @param {any} line */
async function done(line) {
  if (line.count) return prepared(document, line.count);
  if (line.begin) {
    for (const { donor } of homes.values()) donor.close();
    homes.clear();
    return copies.clear();
  }
  computer.now = instant(line.now);
  return STEPS[line.do](homes.get(line.home) ?? (await opened(line.home)), line);
}

for (let next = await lines.next(); !next.done; next = await lines.next()) {
  console.log(JSON.stringify({ done: (await done(JSON.parse(next.value))) ?? null }));
}
process.exit(0);
