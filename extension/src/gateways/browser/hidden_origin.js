// Hides the address of this installation from servers.
//
// Firefox gives each installation of an extension a random address of its own, and sends it to servers as the Origin of
// requests. A server could recognise a donor by it, even after the donor has erased everything.
//
// If the extension has the permission for a host, Firefox sends the Origin only with requests that write, and a rule
// can remove it from those. In Chromium all installations of the extension have the same Origin, so neither is needed
// there: the server's CORS headers let extensions make requests.

const RULE = 1;

/**
 * Return whether this browser is Firefox: its Origin header would identify the installation.
 * @param {any} api chrome, or browser
 */
export function isFirefox(api) {
  return api.runtime.getURL("").startsWith("moz-extension:");
}

/**
 * Have Firefox remove the Origin header from this extension's requests, until the browser is closed. Elsewhere this
 * does nothing.
 * @param {any} api
 */
export async function hideInstallation(api) {
  if (!isFirefox(api)) return;
  const requestHeaders = [{ header: "origin", operation: "remove" }];
  const condition = { initiatorDomains: [new URL(api.runtime.getURL("")).hostname], resourceTypes: ["xmlhttprequest"] };
  const rule = { id: RULE, action: { type: "modifyHeaders", requestHeaders }, condition };
  await api.declarativeNetRequest.updateSessionRules({ removeRuleIds: [RULE], addRules: [rule] });
}
