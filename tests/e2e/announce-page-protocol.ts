import type { Page } from '@playwright/test';

/** Makes a page announce the page protocol, although it answers none of its requests. */
export async function announcePageProtocol(page: Page): Promise<void> {
  await page.evaluate(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'steward-page-protocol', content: '1' });
    document.head.append(meta);
  });
}
