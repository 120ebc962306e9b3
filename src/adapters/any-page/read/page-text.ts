import { INVISIBLE, withoutPatterns } from '@/src/core/secrets/clean-text';
import { KEY_REMOVED } from '@/src/core/secrets/known-secrets';
import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { PAGE_LIMITS } from '../page-limits';

/**
 * A text of the page as it is reported: on one line, without invisible characters and without anything that looks like
 * a key, cut to the limit.
 */
export function pageText(raw: string): string {
  const line = raw.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  // Cut before keys are removed, because long texts take long to search, but far beyond the final limit, so that no
  // part of a cut key is reported.
  return cut(withoutPatterns(line.slice(0, 8 * PAGE_LIMITS.text)), PAGE_LIMITS.text);
}

/** A text cut to a number of UTF-16 units, with an ellipsis for the rest. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/** Path segments after which a key-like segment counts as a key, e.g. in `/reset/…`. Elsewhere it may be an id. */
const BEFORE_KEY = /reset|invit|verif|confirm|activat|magic|share|password|token|key|code|secret|auth|sign/i;

/**
 * A URL as it is reported: without credentials, query and keys, which may be secret; with the route of a hash router.
 */
export function pageAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host, pathname, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return protocol;
  const [route = ''] = hash.split('?');
  return `${protocol}//${withoutKeys(`${host}${pathname}${/^#!?\//.test(route) ? route : ''}`)}`.slice(
    0,
    2_000,
  );
}

/** Replaces each segment that contains a key, or everything after the host if a key spans several segments. */
function withoutKeys(address: string): string {
  const segments = address.slice(0, 8_000).split('/');
  const plain = segments.map(decoded);
  const free = plain.map(withoutPatterns);
  const shown = plain.map((text, index) => {
    const isAfterName = BEFORE_KEY.test(plain[index - 1] ?? '');
    return text !== free[index] || (isAfterName && looksLikeKey(text)) ? KEY_REMOVED : segments[index];
  });
  const isEachFree = withoutPatterns(plain.join('/')) === free.join('/');
  return isEachFree ? shown.join('/') : `${shown[0]}/${KEY_REMOVED}`;
}

/** The text to search for keys, decoded byte by byte, since keys are ASCII: `%2D` and `%252D` in a key are hyphens. */
function decoded(segment: string): string {
  return segment.replace(/%(?:25)*([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
