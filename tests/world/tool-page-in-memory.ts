import { createAdapterHost } from '@/entrypoints/content/adapter-host';
import { createAnyPage } from '@/src/adapters/any-page/page';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { hashJson } from '@/src/core/hash';
import { noPageButton } from '@/tests/fakes/no-page-button';
import { noPageLock } from '@/tests/fakes/no-page-lock';
import { PAGE_ORIGIN } from './addresses';
import type { PageInMemory } from './page-in-memory';

/** A page without an adapter of its own, which offers the tool `delete_item`. */
export interface ToolPageInMemory extends Pick<PageInMemory, 'answer' | 'changes'> {
  /** Leads the tab to another page of the site, which offers the same tool. */
  navigate(path: string): void;
  /** Called with each execution that arrives at the content script, before it is handled. */
  onExecute: () => void;
}

/** `weaken`: replaces the page half, as a defect would. */
export function createToolPage(
  extensionId: string,
  weaken: (half: StateHalf) => Partial<StateHalf>,
): ToolPageInMemory {
  // The reader compares with these, which a browser has.
  Object.assign(globalThis, { Node: Object.assign(class {}, { TEXT_NODE: 3, ELEMENT_NODE: 1 }) });
  const made: ReturnType<PageInMemory['changes']> = [];
  const location = { href: `${PAGE_ORIGIN}/sandbox`, origin: PAGE_ORIGIN, host: 'page' };
  const tool = { name: 'delete_item', description: 'Deletes.', inputSchema: { type: 'object' } };
  const modelContext = {
    getTools: async () => [tool],
    async executeTool(_tool: unknown, args: object) {
      made.push({ what: 'delete_item', body: { href: location.href, ...args } });
      return 'Deleted.';
    },
    addEventListener: () => undefined,
  };
  const text = { nodeType: 3, data: 'Item 7' };
  const document = {
    readyState: 'complete',
    title: 'Items',
    documentElement: { tagName: 'HTML', shadowRoot: null, childNodes: [text] },
    location,
    modelContext,
    defaultView: null,
  };
  const half = createAnyPage(document as unknown as Document, { announcedVersion: () => null });
  const host = createAdapterHost({
    halves: [{ ...half, ...weaken(half) }],
    hash: hashJson,
    readSelection: () => '',
    pageButton: noPageButton,
    extensionId,
    notify: () => undefined,
    pageLock: noPageLock,
    now: () => Date.now(),
  });
  const page: ToolPageInMemory = {
    answer(message, sender) {
      if (JSON.stringify(message).includes('"type":"execute"')) page.onExecute();
      return host.handleMessage(message, sender);
    },
    changes: () => made,
    navigate(path) {
      location.href = PAGE_ORIGIN + path;
    },
    onExecute: () => undefined,
  };
  return page;
}
