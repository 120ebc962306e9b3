/// <reference types="chrome" />
import type { Page } from '@playwright/test';

/**
 * Identifies the running worker, queried in one of the extension's pages; every start has another id. Null
 * while none runs.
 */
export async function workerId(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const [worker] = await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND' as const] });
    return worker?.contextId ?? null;
  });
}
