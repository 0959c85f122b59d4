// Firefox gives each installation of an extension an address of its own, and tells it to servers as the Origin of
// requests: a number by which they could know a donor again, also after it has erased everything.
//
// With leave to contact a host, Firefox sends it with writing requests only, and lets a rule take it away from those.
// Chromium's Origin is the same for all who have the extension, so it needs neither: servers let extensions ask (CORS).

const RULE = 1;

/**
 * Whether this browser's Origin header would name the installation.
 * @param {any} api chrome, or browser
 */
export function namesInstallation(api) {
  return api.runtime.getURL("").startsWith("moz-extension:");
}

/**
 * Have the browser leave the Origin out of what this extension asks for, until the browser is closed.
 * @param {any} api
 */
export async function hideInstallation(api) {
  if (!namesInstallation(api)) return;
  const requestHeaders = [{ header: "origin", operation: "remove" }];
  const condition = { initiatorDomains: [new URL(api.runtime.getURL("")).hostname], resourceTypes: ["xmlhttprequest"] };
  const rule = { id: RULE, action: { type: "modifyHeaders", requestHeaders }, condition };
  await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [RULE], addRules: [rule] });
}
