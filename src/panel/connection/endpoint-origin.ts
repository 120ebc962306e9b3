/**
 * The match pattern that a permission for an endpoint is asked with: scheme and host, without the port, which Firefox
 * refuses. Null for anything but a complete http or https address.
 */
export function endpointOrigin(baseUrl: string): string | null {
  const text = baseUrl.trim();
  if (!URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${hostname}/*` : null;
}
