import { createAnyPage } from '@/src/adapters/any-page/page';
import type { RegisteredTool } from '@/src/adapters/any-page/webmcp';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { hostOf } from '@/tests/fakes/page-adapter';
import { PAGE_ORIGIN } from './addresses';
import type { PageInMemory } from './page-in-memory';

/** A page without an adapter of its own, and the tools that it offers. */
export interface ToolPageContent {
  title: string;
  /** Its content is what the page shows. */
  root: Pick<Element, 'tagName' | 'shadowRoot' | 'hasAttribute' | 'getAttribute'> & {
    childNodes: Iterable<unknown>;
  };
  /** As the browser lists them. */
  tools: RegisteredTool[];
  /** Answer of each call. */
  answer: string;
}

/** Shows one line, and offers the tool `delete_item`. */
export const ONE_ITEM: ToolPageContent = {
  title: 'Items',
  root: {
    tagName: 'HTML',
    shadowRoot: null,
    hasAttribute: () => false,
    getAttribute: () => null,
    childNodes: [{ nodeType: 3, data: 'Item 7' }],
  },
  tools: [{ name: 'delete_item', description: 'Deletes.', inputSchema: { type: 'object' } }],
  answer: 'Deleted.',
};

/** A page without an adapter of its own in a tab. */
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
  content: ToolPageContent,
): ToolPageInMemory {
  // The reader compares with these, which a browser has.
  Object.assign(globalThis, {
    Node: Object.assign(class {}, { TEXT_NODE: 3, ELEMENT_NODE: 1 }),
    NodeFilter: { SHOW_TEXT: 4 },
  });
  const made: ReturnType<PageInMemory['changes']> = [];
  const location = { href: `${PAGE_ORIGIN}/sandbox`, origin: PAGE_ORIGIN, host: 'page' };
  const modelContext = {
    getTools: async () => content.tools,
    // The arguments are optional, as in browsers that take them as an object.
    async executeTool({ name }: RegisteredTool, args: object = {}) {
      made.push({ what: name, body: { href: location.href, ...args } });
      return content.answer;
    },
    addEventListener: () => undefined,
  };
  const document = {
    readyState: 'complete',
    get title() {
      return content.title;
    },
    documentElement: content.root,
    location,
    modelContext,
    defaultView: null,
    // Nothing announces the page protocol.
    querySelector: () => null,
  };
  const half = createAnyPage(document as unknown as Document);
  const host = hostOf({ ...half, ...weaken(half) }, document as unknown as Document, extensionId);
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
