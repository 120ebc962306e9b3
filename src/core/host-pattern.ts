/**
 * The match pattern with which the browser is asked for access to an address: scheme and host, without the port, which
 * Firefox refuses. Null for anything but a complete http or https address.
 */
export function hostPattern(url: string): string | null {
  const text = url.trim();
  if (!URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${hostname}/*` : null;
}
