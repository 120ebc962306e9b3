import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import type { PageSign } from '@/src/adapters/kit/page-sign';
import type { PageAdapter } from '@/src/adapters/page-halves';
import type { PageDetector, PageHalf } from '@/src/core/adapter/page-half';
import { hashJson } from '@/src/core/hash';
import { noPageButton } from './no-page-button';
import { noPageLock } from './no-page-lock';

/** The content script's host with this page half. */
export function hostOf(half: PageHalf | PageDetector, document: Document, extensionId: string) {
  return createAdapterHost({
    ...loadedAdapter(half, document),
    hash: hashJson,
    pageButton: noPageButton,
    extensionId,
    notify: () => undefined,
    report: () => undefined,
    pageLock: noPageLock,
    now: () => Date.now(),
  });
}

/** The adapters of a host: one, whose script is in the document. */
export function loadedAdapter(half: PageHalf | PageDetector, document: Document) {
  return { document, adapters: [adapterWith(half, {})], hasScriptOf: () => true };
}

/** An adapter with this page half. Every document has its sign, unless `sign` says otherwise. */
export function adapterWith(half: PageHalf | PageDetector, sign: Partial<PageSign>): PageAdapter {
  return { id: half.id, sign: { isIn: () => true, ...sign }, load: async () => () => half };
}
