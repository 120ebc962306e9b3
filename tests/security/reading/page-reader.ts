import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import { readPage } from '@/src/adapters/any-page/read/read-page';

declare global {
  interface Window {
    /** Reads the document as the content script does. */
    stewardRead(): AnyPageContext;
  }
}

window.stewardRead = () => ({ ...readPage(document), tools: [], toolsLeftOut: 0, visit: '' });
