import { looksLikeKey } from './looks-like-key';
import { isSensitiveParameter } from './sensitive-name';

/** Stands for a secret segment in an address that is shown. Never part of a real address: it would be percent-encoded. */
export const HIDDEN_PART = '•••';

/**
 * The segments of an address's path that are secret: those that look like a key, and those behind a segment that names
 * one, such as `/key/…`. A password that looks like a plain word isn't found.
 */
export function secretSegments(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const segments = new URL(address).pathname.split('/');
  return segments.filter((segment, index) => {
    const isNamed = isSensitiveParameter(segments[index - 1] ?? '') && segment.length >= 4;
    return isNamed || looksLikeKey(segment);
  });
}

/** An address as it may be shown, logged and exported: without user name, password, query and secret segments. */
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
 * The address that a user means who left hidden segments as they are shown: `typed`, with the secret segments of
 * `stored` in their places. Null if they don't belong there: another origin, or another number of them.
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
