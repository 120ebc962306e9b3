import { type Browser, chromium, firefox, type Page } from 'playwright';
import { requireProgram } from '@/scripts/find-program.mjs';
import { type BidiTap, launchWithTap } from '@/tests/drive/firefox/bidi-tap';
import { navigableOf } from '@/tests/drive/firefox/private-interfaces';
import { keepRequestBodies } from '@/tests/drive/firefox/request-bodies';
import type { ProductName } from '@/tests/drive/steward-browser';
import type { KitBrowser } from './kit-browser';
import { type Evaluate, kitTabs, WORLD_NAME } from './kit-tabs';

/** Starts a browser without the extension for the kit. `storageState`: as for {@link kitTabs}. */
export async function startKitBrowser(
  product: ProductName,
  storageState: string | null,
): Promise<{ kitBrowser: KitBrowser; close(): Promise<void> }> {
  const [browser, enterWorld] = await (product === 'firefox' ? startFirefox() : startChromium());
  return { kitBrowser: kitTabs(browser, enterWorld, storageState), close: () => browser.close() };
}

type Started = readonly [Browser, (page: Page) => Promise<Evaluate>];

async function startChromium(): Promise<Started> {
  return [await chromium.launch({ executablePath: requireProgram('browser') }), enterIsolatedWorld];
}

async function enterIsolatedWorld(page: Page): Promise<Evaluate> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: WORLD_NAME,
  });
  return async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails === undefined) return result.value;
    const text = exceptionDetails.exception?.description ?? exceptionDetails.text;
    throw new Error(text.split('\n')[0]);
  };
}

async function startFirefox(): Promise<Started> {
  const executablePath = requireProgram('firefox');
  const { launched: browser, tap } = await launchWithTap(
    () => undefined,
    () => firefox.launch({ channel: 'moz-firefox', executablePath }),
  );
  await keepRequestBodies(tap);
  return [browser, (page) => Promise.resolve((expression) => evaluateInSandbox(tap, page, expression))];
}

/** The result of BiDi’s command `script.evaluate`. */
type SandboxResult =
  | { type: 'success'; result: { value?: unknown } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/**
 * Evaluates an expression in a BiDi sandbox, which sees the page's objects as a content script does. Each document has a sandbox of its own.
 */
async function evaluateInSandbox(tap: BidiTap, page: Page, expression: string): Promise<unknown> {
  const outcome = await tap.command<SandboxResult>('script.evaluate', {
    expression,
    target: { context: navigableOf(page), sandbox: WORLD_NAME },
    awaitPromise: true,
  });
  if (outcome.type === 'success') return outcome.result.value;
  throw new Error(outcome.exceptionDetails.text.split('\n')[0]);
}
