import type { Page } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';
import { expect, FILTER, test } from './filter-page-fixtures';

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

test(
  'the page in light and dark, from narrow to wide',
  FILTER,
  async ({ page, filterPage, view }, testInfo) => {
    await filterPage.addRules('ignore', '*mini*');
    await view.pattern('*-preview*').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1200, 1400, 600, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page);
        await attachScreenshot(page, testInfo, `page-${colorScheme}-${width}`);
      }
    }
  },
);
