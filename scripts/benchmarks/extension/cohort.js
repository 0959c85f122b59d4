// A home of the `cohort` protocol in a worker, which starts anew as an extension's service worker does. A message to it
// holds what a home keeps in its database and names the work to do. The worker answers with the seconds that it took.

import { fromHex, toHex } from "../../../extension/src/protocol/encoding.js";
import { withoutWebCrypto } from "../../../extension/src/protocol/primitives.js";
import { openDay, submit } from "../../../extension/src/rounds/cohort/day/donor.js";
import { named } from "../../../extension/src/rounds/cohort/encoding.js";
import { openCohort, openPlace } from "../../../extension/src/rounds/cohort/epoch/places.js";
import { checkPublished } from "../../../extension/src/rounds/cohort/epoch/acceptance.js";
import { Journal } from "../../../extension/src/rounds/cohort/day/journal.js";
import { answer, certify, openDay as openDuty } from "../../../extension/src/rounds/cohort/day/member.js";
import { openPlan } from "../../../extension/src/rounds/cohort/day/plans.js";
import { Agreements, TicketSecrets } from "../../../extension/src/rounds/cohort/epoch/tickets.js";
import { Leaf } from "../../../extension/src/rounds/cohort/epoch/tree.js";

const LARGEST_DRAW = 65536;
const [SLICE, SLICES] = [16, 12];

const leaves = (hex) => {
  const bytes = fromHex(hex);
  return Array.from({ length: bytes.length / 68 }, (_, at) => Leaf.from(bytes.subarray(68 * at, 68 * (at + 1))));
};

const agreed = (secrets, keys, hex) => {
  const shared = fromHex(hex);
  return new Agreements(
    secrets,
    keys.map((key, at) => [named(key), shared.slice(32 * at, 32 * (at + 1))]),
  );
};

const randomBytes = (size) => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += LARGEST_DRAW) crypto.getRandomValues(bytes.subarray(at, at + LARGEST_DRAW));
  return bytes;
};

const timed = async (work) => {
  const start = performance.now();
  const made = await work();
  return { seconds: (performance.now() - start) / 1000, made };
};

const home = async ({ secrets, own, committee, proof, receipt, epoch, published, zone, since, today, ...keys }) => {
  const [server, onlineKey] = [fromHex(keys.server), fromHex(keys.onlineKey)];
  const shown = [leaves(committee), proof.map(fromHex), server];
  return {
    secrets: await TicketSecrets.from(...secrets.map(fromHex)),
    place: openPlace(epoch, leaves(own)[0], receipt, ...shown, null),
    published: await checkPublished(published, epoch, { server, onlineKey }),
    view: { server, zone, onlineKey, epoch, nextStart: null, since, today },
  };
};

const WORKS = {
  async upload(told) {
    const { secrets, place, published, view } = await home(told);
    const keys = place.committee.map(({ exchange }) => exchange);
    const home = { secrets, agreements: agreed(secrets, keys, told.shared), home: view };
    return timed(async () => {
      const day = openDay(await openPlan(told.plan, view), place, published);
      const sent = await submit(day, told.counts, { ...home, journal: new Journal(), randomBytes });
      return sent.release(new Journal(sent.entries)).length;
    });
  },

  async serve(told) {
    const { secrets, place, view } = await home(told);
    const all = leaves(told.leaves);
    const agreements = agreed(
      secrets,
      all.map(({ exchange }) => exchange),
      told.shared,
    );
    const list = fromHex(told.list);
    return timed(async () => {
      // A new worker opens the leaves again: they are the only keys that a member's day takes.
      const served = { committee: place.served, leaves: openCohort(place.draw, 0, all, []), subCohort: 0 };
      const duty = openDuty(await openPlan(told.plan, view), { ...served, own: place.leaf.index });
      const home = { secrets, agreements, home: view };
      const certified = await certify(duty, list, { ...home, journal: new Journal() });
      const journal = new Journal(certified.entries);
      certified.release(journal);
      return toHex(await answer(duty, list, fromHex(told.certificate), { ...home, journal }));
    });
  },

  async check(told) {
    const [{ place }, all] = [await home(told), leaves(told.leaves)];
    return timed(() => openCohort(place.draw, 0, all, []).leaves.length);
  },

  async agree(told) {
    const [{ secrets }, all] = [await home(told), leaves(told.leaves)];
    const keys = all.map(({ exchange }) => exchange);
    return timed(() => new Agreements(secrets).prepare(keys));
  },

  async slice(told) {
    withoutWebCrypto();
    const [{ secrets }, all] = [await home(told), leaves(told.leaves)];
    const [agreements, keys] = [new Agreements(secrets), all.map(({ exchange }) => exchange)];
    const slices = [];
    while (slices.length < SLICES) slices.push(await timed(() => agreements.prepare(keys, SLICE)));
    return slices.reduce((longest, each) => (each.seconds > longest.seconds ? each : longest));
  },
};

globalThis.onmessage = async ({ data: { work, told } }) => {
  postMessage(await WORKS[work](told));
};
