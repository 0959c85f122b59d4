import assert from "node:assert/strict";
import test from "node:test";
import { AppLine, BRIDGE_VERSION, connectApp, pieces } from "../../src/extension_bridge/app_connection.js";
import { donateHere } from "../../src/extension_bridge/handover.js";
import { App, beside, browserWith } from "../support/desktop_app.js";

const FLU = "https://www.google.com/search?q=flu";

const isCompanion = async (/** @type {import("../../src/donor/donor.js").Donor} */ donor) =>
  (await donor.status()).companion;

test("if the app donates, the extension first stops giving and then reports its days", async () => {
  const { donor, app, companion } = await beside();
  /** @type {Promise<boolean>[]} */
  const when = [];
  app.came = (type) => {
    if (type === "hand-over") when.push(isCompanion(donor));
  };
  assert.equal((await companion.meet()).state, "donates");
  assert.deepEqual(await Promise.all(when), [true]);
  assert.deepEqual(app.bound, [[]]);
  await assert.rejects(donor.checkIn(), { code: "app-donates" });
});

test("an app that gives nothing, can't tell or is missing takes no day over", async () => {
  for (const state of ["not-joined", "unavailable", null, "forbidden", "of another version"]) {
    const { donor, app, companion } = await beside(state);
    await companion.meet();
    assert.equal(await isCompanion(donor), false, String(state));
    assert.deepEqual(app.bound, []);
  }
});

test("an app that joins later takes over when it is asked next", async () => {
  const { donor, app, companion } = await beside("not-joined");
  await companion.meet();
  app.state = "donates";
  await companion.meet();
  assert.equal(await isCompanion(donor), true);
  assert.deepEqual([app.bound.length, app.lines], [1, 2]);
});

test("days are reported once a connection, and again if the app could not store them", async () => {
  const { app, companion } = await beside();
  app.came = (type) => {
    app.state = type === "hand-over" && app.bound.length === 0 ? "unavailable" : "donates";
  };
  assert.equal((await companion.meet()).state, "unavailable");
  for (let again = 0; again < 3; again += 1) await companion.meet();
  assert.equal(app.bound.length, 2);
  app.port.onDisconnect.call();
  await companion.meet();
  assert.deepEqual([app.bound.length, app.lines], [3, 2]);
});

test("an app that takes over again on the same connection is told the days again", async () => {
  const { donor, app, companion } = await beside();
  await companion.meet();
  app.state = "not-joined";
  await donateHere(donor, app.connect);
  app.state = "donates";
  await companion.meet();
  assert.equal(app.bound.length, 2);
});

test("whatever happens to the app, the extension gives nothing until the person ends that", async () => {
  const { donor, app, companion } = await beside();
  await companion.meet();
  for (const state of ["not-joined", null, "unavailable", "browser-off"]) {
    app.state = state;
    companion.close();
    await companion.meet();
    assert.equal(await isCompanion(donor), true, String(state));
  }
});

test("which of app and extension is too old is kept until they fit again", async () => {
  const { donor, app, companion } = await beside();
  /** @type {[number | undefined, string | null][]} */
  const versions = [
    [undefined, "app"],
    [BRIDGE_VERSION - 1, "app"],
    [BRIDGE_VERSION + 1, "extension"],
    [BRIDGE_VERSION, null],
  ];
  for (const [version, outdated] of versions) {
    app.version = version;
    await companion.meet();
    assert.equal((await donor.status()).outdated, outdated, String(version));
  }
  assert.equal(await isCompanion(donor), true);
});

test("the person ends it once the app gives nothing, and then no day up to today is given", async () => {
  const { donor, app, companion } = await beside();
  await companion.meet();
  for (const state of ["donates", "browser-off"]) {
    app.state = state;
    await assert.rejects(donateHere(donor, app.connect, true), { code: "app-donates" });
  }
  app.state = "not-joined";
  await donateHere(donor, app.connect);
  assert.equal(await isCompanion(donor), false);
  assert.deepEqual((await donor.export()).given_elsewhere, ["2026-11-20"]);
});

test("if the app can't be asked, the person has to confirm", async () => {
  for (const state of [null, "forbidden", "unavailable"]) {
    const { donor, app, companion } = await beside();
    await companion.meet();
    app.state = state;
    await assert.rejects(donateHere(donor, app.connect), { code: "app-unreachable" });
    assert.equal(await isCompanion(donor), true);
    await donateHere(donor, app.connect, true);
    assert.equal(await isCompanion(donor), false);
  }
});

test("the app's questions are answered from the current history", async () => {
  const { computer, app, companion } = await beside();
  await companion.meet();
  computer.visits = [
    { url: FLU, time: computer.now + 0.25 },
    { url: FLU, time: computer.now + 0.5, transition: "reload" },
    { url: "https://example.org/?q=flu", time: computer.now },
    { url: FLU, time: computer.now - 86_400_000 },
  ];
  const now = computer.now * 1000;
  const ask = async (/** @type {number} */ number, since = now, until = now + 1_000_000) => {
    app.port.onMessage.call({ type: "ask", number, since, until });
    const done = () => app.visits.some((piece) => piece.number === number && piece.last);
    while (!done()) await new Promise((resolve) => setImmediate(resolve));
    return app.visits.filter((piece) => piece.number === number);
  };
  assert.deepEqual(
    (await ask(1)).flatMap(({ visits }) => visits),
    [
      ["google", "flu", now + 250, false],
      ["google", "flu", now + 500, true],
    ],
  );
  computer.visits = [];
  assert.deepEqual(
    (await ask(2)).flatMap(({ visits }) => visits),
    [],
  );
  computer.visits = null;
  assert.equal((await ask(3)).at(-1).failed, true);
});

test("a long answer comes in pieces that each fit a message", () => {
  const visits = Array.from({ length: 5_000 }, (_, time) => ({
    url: `${FLU}${"%01".repeat(150)}${time}`,
    time,
    reload: false,
  }));
  visits.push({ url: `${FLU}${"x".repeat(1_000_000)}`, time: 0, reload: false });
  const found = [...pieces(visits)];
  assert.ok(found.length > 1);
  assert.equal(found.flat().length, 5_000);
  for (const piece of found) assert.ok(JSON.stringify(piece).length < 900_000);
});

test("the app gets engine, query and time of a search and whether it is a reload, and nothing else of its address", () => {
  const search =
    "https://www.google.com/search?q=flu+%26+cough&near=Berlin&authuser=2&client=firefox-b-d&start=10#place=7";
  const visits = [search, "https://mail.google.com/mail/?q=flu"].map((url) => ({ url, time: 1.25, reload: false }));
  assert.deepEqual([...pieces(visits)], [[["google", "flu & cough", 1250, false]]]);
});

test("a silent host is abandoned, and counts as unable to tell", async () => {
  const { app } = await beside("silent");
  const line = new AppLine(app.connect, null, 1);
  assert.equal((await line.status(null)).state, "unavailable");
  assert.equal(line.isOpen, false);
});

test("the browser is asked for the host by its name", () => {
  const { api } = browserWith(new App());
  /** @type {string[]} */
  const asked = [];
  api.runtime.connectNative = /** @type {any} */ (
    (/** @type {string} */ name) => {
      asked.push(name);
      return new App().connect();
    }
  );
  connectApp(api);
  assert.deepEqual(asked, ["private_data_donor"]);
});
