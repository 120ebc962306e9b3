import type { Page } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';
import { expect, FILTER, test } from './filter-page-fixtures';
import { thorough } from './thorough';

const ENV_TEXT = [
  "IGNORE_MODELS_OPENAI='*-preview*,gpt-3.5*,*realtime*,*-2024-*,dall-e-3'",
  "WHITELIST_MODELS_OPENAI='gpt-4o-2024-11-20,o1-preview'",
  '',
].join('\n');

test.use({ envText: ENV_TEXT });

/** Nothing is cut off at the sides: the page never scrolls horizontally. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excessPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excessPx).toBe(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `the page in ${colorScheme}, from narrow to wide`,
    colorScheme === 'light' ? FILTER : thorough(FILTER),
    async ({ page, filterPage, view }, testInfo) => {
      await page.emulateMedia({ colorScheme });
      await filterPage.addRules('ignore', '*mini*');
      await view.pattern('*-preview*').click();
      for (const { width, height } of [
        { width: 1200, height: 800 },
        { width: 1400, height: 900 },
        { width: 600, height: 800 },
        { width: 320, height: 800 },
      ]) {
        await page.setViewportSize({ width, height });
        await expectNoSidewaysScroll(page);
        await attachScreenshot(page, testInfo, `page-${colorScheme}-${width}`);
      }
    },
  );
}
