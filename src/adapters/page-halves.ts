import type { PageDetector, PageHalf } from '@/src/core/adapter/page-half';
import { anyPageSign } from './any-page/sign';
import { cliProxySign } from './cli-proxy-api/sign';
import type { PageSign } from './kit/page-sign';
import { ADAPTER_IDS, type AdapterRegistry } from './kit/registry';
import { llmProxySign } from './llm-api-key-proxy/sign';
import { modelFilterSign } from './model-filter/sign';
import { newApiSign } from './new-api/sign';
import { openWebuiSign } from './open-webui/sign';

interface PageParts {
  sign: PageSign;
  /**
   * Loads the function that creates the adapter's page half for a document, or only its detector if the adapter's service
   * in `background.ts` is the only one that reads and changes the state. In a build it is a script of its own (scripts/page-parts.ts).
   */
  load: () => Promise<(document: Document) => PageHalf | PageDetector>;
}

const registry: AdapterRegistry<PageParts> = {
  'model-filter': {
    sign: modelFilterSign,
    load: async () => (await import('./model-filter/page')).createModelFilterPage,
  },
  'cli-proxy-api': {
    sign: cliProxySign,
    load: async () => (await import('./cli-proxy-api/page')).createCliProxyPage,
  },
  'llm-api-key-proxy': {
    sign: llmProxySign,
    load: async () => (await import('./llm-api-key-proxy/page')).createLlmProxyPage,
  },
  'open-webui': {
    sign: openWebuiSign,
    load: async () => (await import('./open-webui/page')).createOpenWebuiPage,
  },
  'new-api': { sign: newApiSign, load: async () => (await import('./new-api/page')).createNewApiPage },
  'any-page': {
    sign: anyPageSign,
    load: async () => (await import('./any-page/page')).createAnyPage,
  },
};

/** The content script's parts of an adapter. */
export interface PageAdapter extends PageParts {
  /** The id of the definition. */
  id: string;
}

/** The content script's parts of all adapters, in the order in which they are tried on a page. */
export const pageAdapters: readonly PageAdapter[] = ADAPTER_IDS.map((id) => ({ id, ...registry[id] }));
