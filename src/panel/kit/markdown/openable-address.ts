/**
 * The address that a link would open, normalized by the browser (look-alike letters in host names become visible); null
 * for anything but complete web and mail addresses.
 */
export function openableAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:'
    ? url.href
    : null;
}
