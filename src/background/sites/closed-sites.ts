/** Sites of the web that browsers keep extensions from. */
const CLOSED_HOSTS = new Set([
  'chromewebstore.google.com',
  'addons.mozilla.org',
  'microsoftedge.microsoft.com',
]);

/** How Chromium words its refusal of pages that no permission opens; it tells no address of theirs. */
const NO_PERMISSION_HELPS = /cannot access a chrome(-\w+)?:\/\/ url|gallery cannot be scripted/i;

/**
 * Whether no permission would open a page: the browser's own pages, its store, and whatever is not of the web.
 * `url` is empty where the browser doesn't tell it; then its `refusal` of an injection has to do.
 */
export function isClosedToExtensions(url: string, refusal: string): boolean {
  if (NO_PERMISSION_HELPS.test(refusal)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return true;
  return CLOSED_HOSTS.has(hostname) || (hostname === 'chrome.google.com' && pathname.startsWith('/webstore'));
}
