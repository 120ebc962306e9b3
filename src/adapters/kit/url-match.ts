import type { PageIdentity } from '@/src/core/adapter/page-half';

/** True if the URL, including its fragment, matches the pattern, in which `*` stands for any characters. */
export function matchesUrl(pattern: string, url: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
}

/**
 * The identity of a document. `by` states what distinguishes two pages of this kind: with `site` there is one page per
 * origin, with `path` one per path.
 */
export function identityOf(document: Document, by: 'site' | 'path'): PageIdentity {
  const { origin, pathname } = new URL(document.URL);
  return { instanceId: by === 'site' ? origin : `${origin}${pathname}`.slice(0, 200), title: document.title };
}
