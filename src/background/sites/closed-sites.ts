/** Websites that browsers close to extensions. */
const CLOSED_HOSTS = new Set([
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'microsoftedge.microsoft.com',
]);

/** Chromium's error for pages that no permission opens; it hides their address. */
const NO_PERMISSION_HELPS = /cannot access a chrome(-\w+)?:\/\/ url|gallery cannot be scripted/i;

/**
 * True if no permission would open a page: the browser's own pages, its store, and anything that isn't
 * http(s). `url` is empty if the browser hides it; then the error of the injection, `refusal`, decides.
 */
export function isClosedToExtensions(url: string, refusal: string): boolean {
  if (NO_PERMISSION_HELPS.test(refusal)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  return CLOSED_HOSTS.has(hostname) || (hostname === 'chrome.google.com' && pathname.startsWith('/webstore'));
}
