/// <reference types="chrome" />
import type { Page } from '@playwright/test';
import type { ExtensionWorker } from '@/tests/drive/steward-browser';

/** Badge and title of the toolbar button, queried in the extension's worker or in one of its pages. */
export async function toolbarBadge(
  place: ExtensionWorker | Pick<Page, 'evaluate'>,
): Promise<{ text: string; title: string }> {
  return (place as Page).evaluate(async () => ({
    text: await chrome.action.getBadgeText({}),
    title: await chrome.action.getTitle({}),
  }));
}
