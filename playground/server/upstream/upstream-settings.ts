/** Settings of a real proxy or provider that answers for all models except the playground's own. */
export interface UpstreamSettings {
  /** Base URL of `/chat/completions` and `/models`, without a trailing slash. */
  baseUrl: string;
  /** Sent as a Bearer token; null sends none, as many local servers expect. */
  apiKey: string | null;
}

/** Thrown for invalid upstream settings. The message names the setting and never contains the key. */
export class UpstreamSettingsError extends Error {
  override readonly name = 'UpstreamSettingsError';
}

/** Provider under which the upstream's models are listed. */
export const UPSTREAM_PROVIDER = 'upstream';

/** Prefix of the upstream's ids in the playground's list. */
export const UPSTREAM_PREFIX = `${UPSTREAM_PROVIDER}/`;

/** Validates the two settings; null without a base URL. Throws {@link UpstreamSettingsError}. */
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

/** The error for an invalid base URL. Does not quote the URL, which may contain a password. */
function unusable(): UpstreamSettingsError {
  return new UpstreamSettingsError(
    'UPSTREAM_BASE_URL has to be an http or https address without user name, query or fragment, like https://api.example.com/v1.',
  );
}
