// The texts of reminders. Other people may see the screen: no text names a keyword, a search or a campaign.

/**
 * Return what a reminder says.
 * @param {import("./texts.js").Texts} texts
 * @param {import("../../core/reminders.js").Reminder} reminder
 */
export function reminderText(texts, { kind, days, by }) {
  const key = `reminder_${kind.replace("-", "_")}`;
  const day = by === null ? "" : texts.day(by);
  return days > 0 ? texts.count(key, days, { day }) : texts.t(key, { day });
}
