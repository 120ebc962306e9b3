import type { Page, TestInfo } from '@playwright/test';
import { FILTER, test } from './filter-page-fixtures';

test.use({
  envText: [
    "IGNORE_MODELS_OPENAI='*-preview*,gpt-3.5*,*realtime*,*-2024-*,dall-e-3'",
    "WHITELIST_MODELS_OPENAI='gpt-4o-2024-11-20,o1-preview'",
    '',
  ].join('\n'),
});

/** Keeps a picture of the page with the test’s results, for people to look at. */
async function keepPicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  const path = testInfo.outputPath(`${name}.png`);
  await page.screenshot({ path });
  await testInfo.attach(name, { path, contentType: 'image/png' });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page in ${colorScheme}`, FILTER, async ({ page, filterPage, view }, testInfo) => {
    await page.emulateMedia({ colorScheme });
    await filterPage.addRules('ignore', '*mini*');
    await view.pattern('*realtime*').click();
    await keepPicture(page, testInfo, `page-${colorScheme}`);
    await page.setViewportSize({ width: 1400, height: 900 });
    await keepPicture(page, testInfo, `page-${colorScheme}-1400`);
    await page.setViewportSize({ width: 320, height: 800 });
    await keepPicture(page, testInfo, `page-${colorScheme}-320`);
  });
}
