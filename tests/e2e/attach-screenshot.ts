import type { Page, TestInfo } from '@playwright/test';

/** Attaches a screenshot of the page to the test’s results, for review. */
export async function attachScreenshot(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const path = testInfo.outputPath(`${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
  await testInfo.attach(name, { path, contentType: 'image/png' });
}
