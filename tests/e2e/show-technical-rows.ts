/// <reference types="chrome" />

import { expect, type Page } from '@playwright/test';

/** Shows technical rows and all times in this panel and every other one. */
export async function showTechnicalRows(page: Page): Promise<void> {
  await page.evaluate(() => chrome.storage.local.set({ 'technical-rows': true }));
  await expect(page.locator('.conversation-log')).toHaveAttribute('data-technical', 'true');
}
