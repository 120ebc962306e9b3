/// <reference types="chrome" />
import type { Page, Worker } from '@playwright/test';

/** Badge and title of the toolbar button, queried in the extension's worker or in one of its pages. */
export async function toolbarBadge(
  place: Pick<Page | Worker, 'evaluate'>,
): Promise<{ text: string; title: string }> {
  return (place as Page).evaluate(async () => ({
    text: await chrome.action.getBadgeText({}),
    title: await chrome.action.getTitle({}),
  }));
}
