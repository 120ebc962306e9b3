import type { Page } from 'playwright';
import type { ChromeScope } from './chrome-scope';
import { type BrowserScope, navigableOf } from './private-interfaces';

/** The query by which a page's process waits for the main process. */
export const PAUSE_QUERY = 'Steward:pause';

/** The driver's state of the pause, in the browser's scope. */
interface PauseScope {
  /** `asked` until the page's process waits. */
  stewardPause?: 'asked' | 'paused' | 'over';
}

/**
 * Implements `RunningBrowser.pauseScripts`. The page's process waits for an answer, which the main process sends only when the
 * pause ends. All pages of the same site are paused, too.
 */
export async function pauseScripts(chrome: ChromeScope, page: Page): Promise<{ resume(): Promise<void> }> {
  await chrome.run(pause, { navigable: navigableOf(page), query: PAUSE_QUERY });
  return { resume: () => chrome.run(endPause, null) };
}

// The following functions run in the browser's scope.

async function pause({ navigable, query }: { navigable: string; query: string }): Promise<void> {
  const scope = globalThis as unknown as BrowserScope & PauseScope;
  const { setTimeout } = scope.ChromeUtils.importESModule<{ setTimeout(work: () => void, ms: number): void }>(
    'resource://gre/modules/Timer.sys.mjs',
  );
  const { NavigableManager } = scope;
  const { ppmm, tm } = scope.Services;
  scope.stewardPause = 'asked';
  const onAsked = (): void => {
    ppmm.removeMessageListener(query, onAsked);
    scope.stewardPause = 'paused';
    tm.spinEventLoopUntil('steward-driver: paused', () => scope.stewardPause === 'over');
  };
  ppmm.addMessageListener(query, onAsked);
  const document = NavigableManager.getBrowserById(navigable)?.browsingContext?.currentWindowGlobal;
  if (document == null) throw new Error('the page has no document');
  // Answered only after the pause, or never, if the page is closed.
  document
    .getActor('MessageHandlerFrame')
    .sendQuery(query, {})
    .catch(() => undefined);
  // The page's process is being paused by a message of its own.
  for (let waits = 0; waits < 200 && (scope.stewardPause as string) !== 'paused'; waits += 1) {
    await new Promise<void>((resolve) => setTimeout(resolve, 20));
  }
  if ((scope.stewardPause as string) !== 'paused') throw new Error('the page’s scripts were not paused');
}

function endPause(): void {
  (globalThis as PauseScope).stewardPause = 'over';
}
