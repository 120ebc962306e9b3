/** A real proxy or provider that answers for all models except the playground's own. */
export interface UpstreamSettings {
  /** The base URL of `/chat/completions` and `/models`, without a trailing slash. */
  baseUrl: string;
  /** Sent as a Bearer token; null sends none, as many local servers expect. */
  apiKey: string | null;
}

/** The upstream's settings can't be used. The message names the setting and never contains the key. */
export class UpstreamSettingsError extends Error {
  override readonly name = 'UpstreamSettingsError';
}

/** The provider under which the upstream's models are listed. */
export const UPSTREAM_PROVIDER = 'upstream';

/** The prefix of the upstream's ids in the playground's list. */
export const UPSTREAM_PREFIX = `${UPSTREAM_PROVIDER}/`;

/** Validates the two settings. Null without an address. Throws {@link UpstreamSettingsError}. */
export function readUpstreamSettings(baseUrl: string | null, apiKey: string | null): UpstreamSettings | null {
  if (baseUrl === null) {
    if (apiKey === null) return null;
    throw new UpstreamSettingsError(
      'UPSTREAM_API_KEY is set, but UPSTREAM_BASE_URL is not. Set both, or none.',
    );
  }
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UpstreamSettingsError(
      'UPSTREAM_API_KEY holds a blank, a line break or a letter that can’t be sent in a header. Copy it again.',
    );
  }
  return { baseUrl: readBaseUrl(baseUrl), apiKey };
}

function readBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw unusable();
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  if (!isPlain || (protocol !== 'http:' && protocol !== 'https:')) throw unusable();
  return origin + pathname.replace(/\/+$/, '');
}

/** Doesn't quote the address: it may contain a password. */
function unusable(): UpstreamSettingsError {
  return new UpstreamSettingsError(
    'UPSTREAM_BASE_URL has to be an http or https address without user name, query or fragment, like https://api.example.com/v1.',
  );
}
