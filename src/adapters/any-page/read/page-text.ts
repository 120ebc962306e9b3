import { KEY_REMOVED } from '@/src/core/secrets/known-secrets';
import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { withoutSecretPatterns } from '@/src/core/secrets/secret-patterns';
import { PAGE_LIMITS } from '../any-page-context';

/**
 * Characters that nobody sees, which could hide words or cut a key in two. Those that join letters or choose an emoji's form stay,
 * unless they are many, or stand between the characters of a key.
 */
export const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,}|(?<=[\w-])(?:\u200c|\u200d|\ufe0e|\ufe0f)+(?=[\w-])/gu;

/** A text of the page as it is reported: on one line, without what looks like a key or is invisible, and not longer than a line may be. */
export function pageText(raw: string): string {
  const line = raw.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
  // Cut before the keys are removed, or a long text would take long, but so late that no part of a cut key is reported.
  const text = withoutPatterns(line.slice(0, 8 * PAGE_LIMITS.text));
  return text.length <= PAGE_LIMITS.text ? text : `${text.slice(0, PAGE_LIMITS.text)}…`;
}

/** Segments of a path after which one in the form of a key is one, e.g. in `/reset/…`. Elsewhere it may be an id. */
const BEFORE_KEY = /reset|invit|verif|confirm|activat|magic|share|password|token|key|code|secret|auth|sign/i;

/** An address as it is reported: without credentials, query and keys, which are secret; with the path of a hash router. */
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

/** The address with the mark in place of each segment that has a key, or of all after the host if a key goes over several. */
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

const withoutPatterns = (text: string) => withoutSecretPatterns(text, KEY_REMOVED);

/** The text in which keys are looked for, byte by byte, as keys have ASCII only: `%2D` in a key is a hyphen, as is `%252D`. */
function decoded(segment: string): string {
  return segment.replace(/%(?:25)*([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
