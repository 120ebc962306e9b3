import type { Page, TestInfo } from '@playwright/test';

/** Attaches a screenshot of the page to the test’s results, for review; only on request, since each costs up to half a second. */
export async function attachScreenshot(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env.STEWARD_PICTURES === undefined) return;
  const path = testInfo.outputPath(`${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
  await testInfo.attach(name, { path, contentType: 'image/png' });
}
