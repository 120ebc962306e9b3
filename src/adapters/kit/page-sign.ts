import type { PageIdentity } from '@/src/core/adapter/page-half';

/**
 * Recognizes the documents that may be an adapter's pages. The content script has the signs of all adapters, and a page half
 * is loaded only into documents with its sign. So a sign has only a few lines.
 */
export interface PageSign {
  /**
   * True if the adapter takes any page that no other adapter has. It is not tried on a page that another adapter recognizes
   * but can't work with, so that the user sees that adapter's reason.
   */
  readonly takesAnyPage?: true;
  /**
   * A selector of the element at whose end a document with the sign shows the button that opens Steward. Undefined for pages
   * without such a place.
   */
  readonly buttonPlace?: string;
  /** True if the document may be one of the adapter's pages. A document may get the sign later, and lose it. */
  isIn(document: Document): boolean;
}

/** The version of the page protocol that a document announces; null if it announces none or no number. */
export function announcedVersion(document: Document): number | null {
  const text = document.querySelector('meta[name="steward-page-protocol"]')?.getAttribute('content') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Age of a document in milliseconds from which it counts as loaded, even if parts of it are still loading. */
export const LOADED_MS = 5_000;

/** Age of a document in milliseconds; 0 for a document without a window, which isn't displayed. */
export function ageOf({ defaultView }: Document): number {
  return defaultView?.performance.now() ?? 0;
}

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
