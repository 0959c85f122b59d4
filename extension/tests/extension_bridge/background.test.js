import assert from "node:assert/strict";
import test from "node:test";
import { Background } from "../../src/background_tasks.js";
import { Donor } from "../../src/donor/donor.js";
import { BRIDGE_VERSION } from "../../src/extension_bridge/app_connection.js";
import { Computer } from "../support/computer.js";
import { App, browserWith, english } from "../support/desktop_app.js";

const MINUTE = 60_000;

/**
 * Start a background script in a browser with an app in this state.
 * @param {string | null} [state]
 * @param {boolean} [allowed] whether it may talk to the app
 * @param {string} [scheme] of the browser
 */
async function listening(state = null, allowed = true, scheme = "chrome-extension") {
  const [computer, app] = [new Computer(), new App()];
  app.state = state;
  const { api, shown, reminders } = browserWith(app, scheme);
  shown.allowed = allowed;
  const donor = await Donor.open(computer.parts());
  /** @type {string[]} */
  const done = [];
  let next = computer.now + 100 * MINUTE;
  donor.nextCheckIn = async () => next;
  donor.checkIn = async () => {
    done.push("check-in");
    next = computer.now + 200 * MINUTE;
    return /** @type {any} */ ({});
  };
  const background = new Background(
    api,
    async () => donor,
    english,
    () => computer.now,
  );
  background.listen();
  await background.work();
  const due = () => {
    next = computer.now;
  };
  return { computer, app, api, shown, reminders, donor, done, background, due };
}

test("the server is contacted when it is time, and the next alarm is at the next time", async () => {
  const { api, shown, done, due, computer, background } = await listening(null, false);
  assert.deepEqual(done, []);
  assert.equal(shown.alarm, computer.now + 100 * MINUTE);
  due();
  api.alarms.onAlarm.call();
  await background.work();
  assert.deepEqual(done, ["check-in"]);
  assert.equal(shown.alarm, computer.now + 200 * MINUTE);
});

test("in Firefox, whose alarms sleep, each minute and each visited page compare the clock with what is due", async () => {
  const { api, shown, donor, computer } = await listening(null, false, "moz-extension");
  assert.equal(shown.alarm, computer.now + MINUTE);
  const contacted = new Promise((done) => {
    donor.checkIn = async () => /** @type {any} */ (done("a contact"));
  });
  computer.now += 101 * MINUTE;
  api.history?.onVisited.call({});
  assert.equal(await contacted, "a contact");
});

test("a failed check-in is tried again when the donor's plan says so", async () => {
  const { donor, shown, due, computer, background } = await listening(null, false);
  donor.checkIn = async () => {
    throw new Error("no network");
  };
  due();
  await background.work();
  assert.equal(shown.alarm, computer.now + MINUTE);
  assert.equal(shown.badge, "");
});

test("on a page's message the background refreshes, and then answers", async () => {
  const { api, done, due, shown, computer } = await listening(null, false);
  due();
  const [listener] = api.runtime.onMessage.listeners;
  await new Promise((answered) => assert.equal(listener({ changed: true }, {}, answered), true));
  assert.deepEqual(done, ["check-in"]);
  assert.equal(shown.alarm, computer.now + 200 * MINUTE);
});

test("the badge's title describes the current state", async () => {
  const { shown } = await listening(null, false);
  assert.equal(shown.title, "Private Data Donor\nYou have joined no campaign. No counts leave this computer.");
});

test("an app that donates is asked before the server is contacted", async () => {
  const { app, done, donor, due, background } = await listening("not-joined");
  app.state = "donates";
  const { nextCheckIn } = Donor.prototype;
  due();
  donor.nextCheckIn = () => nextCheckIn.call(donor);
  await background.work();
  assert.deepEqual(done, []);
  assert.equal((await donor.status()).companion, true);
});

test("if the app can't tell its state, nothing is sent, and it is asked again in a minute", async () => {
  const { app, done, due, shown, computer, background } = await listening("unavailable");
  due();
  await background.work();
  assert.deepEqual(done, []);
  assert.equal(shown.alarm, computer.now + MINUTE);
  app.state = "not-joined";
  await background.work();
  assert.deepEqual(done, ["check-in"]);
});

test("without an app the extension donates", async () => {
  const { done, due, background } = await listening(null);
  due();
  await background.work();
  assert.deepEqual(done, ["check-in"]);
});

test("without the permission the app is not asked, and a new permission takes effect at once", async () => {
  const { app, api, shown, donor, background } = await listening("donates", false);
  assert.equal(app.lines, 0);
  shown.allowed = true;
  api.permissions.onAdded.call();
  await background.work();
  assert.equal((await donor.status()).companion, true);
  shown.allowed = false;
  api.permissions.onRemoved.call();
  await background.work();
  assert.equal((await donor.status()).companion, true);
});

test("the badge shows waiting days, here or in the app, and an app that is gone", async () => {
  const { app, shown, background } = await listening("donates");
  assert.deepEqual([shown.badge, shown.icon], ["", "/icons/ring-16.png"]);
  app.waiting = 2;
  await background.work();
  assert.deepEqual([shown.badge, shown.icon], ["2", "/icons/ring-attention-16.png"]);
  app.state = null;
  await background.work();
  assert.equal(shown.badge, "!");
});

test("an app that does not donate is the reason of the badge in its title", async () => {
  const { app, shown, background } = await listening("donates");
  app.state = null;
  await background.work();
  assert.match(shown.title, /The desktop app should donate for you, but does not\./);
});

test("the reminder that is due is shown, and a click on it opens its page", async () => {
  const { api, shown, reminders, donor, background } = await listening(null, false);
  /** @type {any[]} */
  const due = [{ kind: "results", days: 0, by: null }, { kind: "days-wait", days: 2, by: "2026-11-22" }, null];
  donor.reminders.next = async () => due.shift() ?? null;
  await background.work();
  assert.deepEqual(reminders, [], "shown without the permission");
  shown.reminds = true;
  for (let minute = 0; minute < 3; minute += 1) await background.work();
  assert.deepEqual(
    reminders.map(({ name }) => name),
    ["results", "today"],
  );
  assert.match(
    String(Reflect.get(reminders[1], "message")),
    /^2 days wait for your review\. You have until .* at least\.$/,
  );
  api.notifications.onClicked.call("results");
  assert.match(/** @type {string} */ (shown.opened.at(-1)), /main\.html#results$/);
});

test("the badge shows a pause", async () => {
  const { donor, shown, background } = await listening(null, false);
  await donor.exclusions.pause();
  await background.work();
  assert.equal(shown.icon, "/icons/ring-paused-16.png");
});

test("the page opens on install, and not on an update", async () => {
  const { api, shown } = await listening(null, false);
  api.runtime.onInstalled.call({ reason: "update" });
  api.runtime.onInstalled.call({ reason: "install" });
  assert.deepEqual(shown.opened, ["chrome-extension://this/pages/main/main.html"]);
});

test("a home that can't be opened is shown on the badge and tried again", async () => {
  const { api, shown } = browserWith(new App());
  const background = new Background(
    api,
    async () => Promise.reject(new Error("damaged")),
    english,
    () => 0,
  );
  await background.work();
  assert.deepEqual([shown.badge, shown.alarm], ["!", 5 * MINUTE]);
});

test("the icon says which of app and extension has to be updated", async () => {
  const { app, shown, background } = await listening("donates");
  for (const [version, who] of /** @type {const} */ ([
    [1, "The app on this computer is too old."],
    [1_000, "This extension is too old for the app."],
  ])) {
    app.version = version;
    await background.work();
    assert.equal(shown.badge, "!");
    assert.ok(shown.title.startsWith(`Private Data Donor\n${who} Please update it.`), shown.title);
  }
  app.version = BRIDGE_VERSION;
  await background.work();
  assert.equal(shown.badge, "");
});
