import { looksLikeKey } from './looks-like-key';
import { isSensitiveParameter } from './sensitive-name';

/**
 * Replaces a secret segment in a displayed address. Never part of a real address, where it would be
 * percent-encoded.
 */
export const HIDDEN_PART = '•••';

/**
 * The secret segments of an address's path: those that look like a key, and those after a segment such as
 * `/key/`. A password that looks like a word is not found.
 */
export function secretSegments(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const segments = new URL(address).pathname.split('/');
  return segments.filter((segment, index) => {
    const isNamed = isSensitiveParameter(segments[index - 1] ?? '') && segment.length >= 4;
    return isNamed || looksLikeKey(segment);
  });
}

/** An address for display, log and export: without user name, password, query and secret segments. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  const hidden = new Set(secretSegments(address));
  return (
    origin +
    pathname
      .split('/')
      .map((segment) => (hidden.has(segment) ? HIDDEN_PART : segment))
      .join('/')
  );
}

/**
 * Restores hidden segments in a displayed address: `typed`, with the secret segments of `stored` in place of
 * the marks. Null if they don't match: another origin, or another number of segments.
 */
export function withSecretSegments(typed: string, stored: string | null): string | null {
  const parts = typed.split(HIDDEN_PART);
  if (parts.length === 1) return typed;
  if (stored === null || !URL.canParse(typed) || new URL(typed).origin !== new URL(stored).origin)
    return null;
  const secrets = secretSegments(stored);
  if (secrets.length !== parts.length - 1) return null;
  return parts.map((part, index) => part + (secrets[index] ?? '')).join('');
}
