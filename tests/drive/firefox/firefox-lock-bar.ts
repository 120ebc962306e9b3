import type { Page } from 'playwright';
import { createLockBar, type LockBar, type LockBarView } from '../lock-bar';
import type { BidiTap } from './bidi-tap';
import { navigableOf } from './private-interfaces';

/** A value of WebDriver BiDi; a node has its shadow root, closed or not. */
interface RemoteNode {
  type: string;
  value?: { shadowRoot?: { sharedId?: string } | null };
}

/** The driver's own world of the page. */
const SANDBOX = 'steward-lock-bar';

/** The bar over a page's document, as WebDriver BiDi sees it. */
export function createFirefoxLockBar(tap: BidiTap, page: Page): LockBar {
  const target = { context: navigableOf(page), sandbox: SANDBOX };

  async function read(): Promise<LockBarView | null> {
    const { result: host } = await tap.command<{ result?: RemoteNode }>('script.evaluate', {
      expression: `document.querySelector('steward-lock')`,
      target,
      awaitPromise: false,
      serializationOptions: { includeShadowTree: 'all', maxDomDepth: 1 },
    });
    const sharedId = host?.value?.shadowRoot?.sharedId;
    if (sharedId === undefined) return null;
    const { result } = await tap.command<{ result?: { value?: string } }>('script.callFunction', {
      functionDeclaration: String(viewOf),
      arguments: [{ sharedId }],
      target,
      awaitPromise: false,
    });
    return result?.value === undefined ? null : (JSON.parse(result.value) as LockBarView);
  }

  return createLockBar(page, () =>
    read().catch((error) => {
      // The bar may disappear between the two requests.
      if (String(error).includes('no such node') || String(error).includes('stale')) return null;
      throw error;
    }),
  );
}

/** Runs in the page. */
function viewOf(root: ShadowRoot): string {
  const [status, reason] = root.querySelectorAll('p');
  const button = root.querySelector('button');
  const box = button === null || button.hidden ? null : button.getBoundingClientRect();
  return JSON.stringify({
    siteName: root.querySelector('b')?.textContent ?? '',
    text: status?.textContent ?? '',
    reason: reason?.textContent ?? '',
    stop: box === null ? null : { x: box.left + box.width / 2, y: box.top + box.height / 2 },
  });
}
