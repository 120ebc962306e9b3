import { KEY_REMOVED } from '@/src/core/secrets/known-secrets';
import { withoutSecretPatterns } from '@/src/core/secrets/secret-patterns';
import { PAGE_LIMITS } from '../any-page-context';

/** A text of the page as it is reported: on one line, without what looks like a key, and not longer than a line may be. */
export function pageText(raw: string): string {
  const line = raw
    .slice(0, 4 * PAGE_LIMITS.text)
    .replace(/\s+/g, ' ')
    .trim();
  const text = withoutSecretPatterns(line, KEY_REMOVED);
  return text.length <= PAGE_LIMITS.text ? text : `${text.slice(0, PAGE_LIMITS.text)}…`;
}

/** An address as it is reported: without credentials and query, which may be secret; with the path of a hash router. */
export function pageAddress(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host, pathname, hash } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return protocol;
  const [route = ''] = hash.split('?');
  return `${protocol}//${host}${pathname}${/^#!?\//.test(route) ? route : ''}`.slice(0, 2_000);
}
