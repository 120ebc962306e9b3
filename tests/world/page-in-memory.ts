import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { createFakeModelFilterPage, type FakeModelFilterPage } from '@/tests/fakes/model-filter-page';
import { hostOf } from '@/tests/fakes/page-adapter';
import { createBareDocument } from './bare-document';
import type { TabInMemory } from './browser-in-memory';

/** Actions of the page protocol that only read. */
const READ_ACTIONS = ['load-models', 'read-saved'];

/** A change that was requested from the page. */
interface InMemoryPageChange {
  /** The action's name, or `apply-state`. */
  what: string;
  body: Record<string, unknown>;
}

/** A page in a tab: a fake page with Steward's own content script, without a browser between them. */
export interface PageInMemory {
  readonly fake: FakeModelFilterPage;
  /** Handles a message to the tab. */
  readonly answer: NonNullable<TabInMemory['answer']>;
  /** Every change that was requested from the page, as the page itself received it. */
  changes(): InMemoryPageChange[];
}

export function createPage(extensionId: string, initial: ModelFilterContext): PageInMemory {
  const document = createBareDocument();
  const fake = createFakeModelFilterPage(document, initial);
  const host = hostOf(createModelFilterPage(document), document, extensionId);
  return {
    fake,
    answer: (message, sender) => host.handleMessage(message, sender),
    changes: () =>
      fake.requests.flatMap(({ type, body }) => {
        const what = type === 'action' ? String(body.name) : type;
        const isChange = type === 'apply-state' || (type === 'action' && !READ_ACTIONS.includes(what));
        return isChange ? [{ what, body }] : [];
      }),
  };
}
