import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { createPageProtocolClient } from '@/src/adapters/page-protocol-client';
import { hashJson } from '@/src/core/hash';
import { createFakeModelFilterPage, type FakeModelFilterPage } from '@/tests/fakes/model-filter-page';
import { noPageLock } from '@/tests/fakes/no-page-lock';
import type { TabInMemory } from './browser-in-memory';

/** Actions of the page protocol that bring nothing but a fresh look. */
const LOOKS = ['load-models', 'read-saved'];

/** Something that was asked of the page and changes it. */
export interface InMemoryPageChange {
  /** The action's name, or `apply-state`. */
  what: string;
  body: Record<string, unknown>;
}

/** A page in a tab: a fake page, and Steward's own content script on it, without a browser between them. */
export interface PageInMemory {
  readonly fake: FakeModelFilterPage;
  /** What a tab of the browser does with a message. */
  readonly answer: NonNullable<TabInMemory['answer']>;
  /** Every change that the page was asked for, as the page itself saw it. */
  changes(): InMemoryPageChange[];
}

export function createPage(extensionId: string, initial: ModelFilterContext): PageInMemory {
  const document = bareDocument();
  const fake = createFakeModelFilterPage(document, initial);
  const host = createAdapterHost({
    halves: [createModelFilterPage(createPageProtocolClient(document))],
    hash: hashJson,
    extensionId,
    notify: () => undefined,
    pageLock: noPageLock,
    now: () => Date.now(),
  });
  return {
    fake,
    answer: (message, sender) => host.handleMessage(message, sender),
    changes: () =>
      fake.requests.flatMap(({ type, body }) => {
        const what = type === 'action' ? String(body.name) : type;
        const isChange = type === 'apply-state' || (type === 'action' && !LOOKS.includes(what));
        return isChange ? [{ what, body }] : [];
      }),
  };
}

/** All that the page protocol needs of a document: its events, and the announcement. */
function bareDocument(): Document {
  const meta = { name: '', content: '', remove: () => undefined, getAttribute: () => meta.content };
  return Object.assign(new EventTarget(), {
    createElement: () => meta,
    head: { append: () => undefined },
    querySelector: () => meta,
    defaultView: null,
  }) as unknown as Document;
}
