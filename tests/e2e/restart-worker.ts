/// <reference types="chrome" />
import { expect, type Page } from '@playwright/test';
import type { StewardBrowser } from '@/tests/drive/steward-browser';

/** Ends the worker, and waits until an open page of the extension has started another. */
export async function restartWorker(steward: StewardBrowser, page: Page): Promise<void> {
  // Every start has another id; none runs in between.
  const workerId = () =>
    page.evaluate(async () => {
      const [worker] = await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND' as const] });
      return worker?.contextId ?? null;
    });
  const ended = await workerId();
  await steward.killWorker();
  await expect.poll(workerId).not.toBe(ended);
}
