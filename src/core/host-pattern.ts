/**
 * The match pattern for requesting access to an address from the browser: scheme and host. The port is left
 * out because Firefox rejects it. Null unless the address is a complete http or https address.
 */
export function hostPattern(url: string): string | null {
  const text = url.trim();
  if (!URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${hostname}/*` : null;
}
