import type { Page, TestInfo } from '@playwright/test';

/** Keeps a picture of the page among the test’s results, for people to look at. */
export async function keepPicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const path = testInfo.outputPath(`${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'initial' });
  await testInfo.attach(name, { path, contentType: 'image/png' });
}
