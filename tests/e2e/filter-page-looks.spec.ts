import type { Page } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';
import { expect, FILTER, test } from './filter-page-fixtures';
import { gate } from './gate';
import { thorough } from './thorough';

const ENV_TEXT = [
  "IGNORE_MODELS_OPENAI='*-preview*,gpt-3.5*,*realtime*,*-2024-*,dall-e-3'",
  "WHITELIST_MODELS_OPENAI='gpt-4o-2024-11-20,o1-preview'",
  '',
].join('\n');

test.use({ envText: ENV_TEXT });

const OPENAI_MODELS = '**/v1/admin/catalogue/openai';

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

  test(
    `menus and dialogs in ${colorScheme}`,
    thorough(FILTER),
    async ({ page, filterPage: _, view }, testInfo) => {
      await page.emulateMedia({ colorScheme });
      await view.row('What clients see', 'openai/gpt-4-turbo').click({ button: 'right' });
      await view.menuItem('Add to whitelist rules').hover();
      await attachScreenshot(page, testInfo, `context-menu-${colorScheme}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Import ignore rules' }).click();
      await page
        .getByRole('textbox', { name: 'Patterns of ignore rules' })
        .fill('*-preview\no1*, o3*\ngpt-3.5-turbo\ngpt*\ndall-e-3');
      const hides = page.getByText(/^Hides \d+ models?$/);
      await hides.click();
      await attachScreenshot(page, testInfo, `import-${colorScheme}`);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
      await attachScreenshot(page, testInfo, `import-${colorScheme}-320`);
      await page.setViewportSize({ width: 1200, height: 800 });
      await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      await expect(view.dialog('Help')).toBeVisible();
      await attachScreenshot(page, testInfo, `help-${colorScheme}`);
    },
  );
}

test('the page in forced colours', thorough(FILTER), async ({ page, filterPage, view }, testInfo) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await filterPage.addRules('ignore', '*mini*,dall-e-3');
  await view.pattern('*-preview*').click();
  await attachScreenshot(page, testInfo, 'page-forced-colours');
  await view.pattern('*-preview*').click({ button: 'right' });
  await view.menuItem('Show its models').hover();
  await attachScreenshot(page, testInfo, 'context-menu-forced-colours');
});

test(
  'banners and notes, wide and narrow',
  thorough(FILTER),
  async ({ page, filterPage, view, playground, expectConsoleMessages }, testInfo) => {
    expectConsoleMessages(/status of (409|503)/);
    const keepBoth = async (name: string): Promise<void> => {
      await attachScreenshot(page, testInfo, name);
      await page.setViewportSize({ width: 320, height: 800 });
      await expectNoSidewaysScroll(page);
      await attachScreenshot(page, testInfo, `${name}-320`);
      await page.setViewportSize({ width: 1200, height: 800 });
    };
    await filterPage.addRules('ignore', 'gpt-3.5-turbo,gpt-4,dall-e-3');
    await keepBoth('told-at-field');
    await filterPage.chooseProvider('custom_lab');
    await playground.writeEnvFile(ENV_TEXT.replace('dall-e-3', 'dall-e-3,whisper-1'));
    await filterPage.saveButton.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await keepBoth('conflict');
    await page.getByRole('button', { name: 'Load saved rules' }).click();
    await keepBoth('discarded');

    await page.route(OPENAI_MODELS, (route) =>
      route.fulfill({ status: 503, json: { detail: 'The provider is asleep.' } }),
    );
    await filterPage.chooseProvider('openai');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await keepBoth('refresh-failed');
    await page.reload();
    await view.provider.selectOption('openai');
    await expect(page.getByRole('alert')).toBeVisible();
    await keepBoth('load-failed');
    await view.provider.selectOption('gemini');
    await filterPage.searchBox.fill('no such thing');
    await keepBoth('nothing-found');
  },
);

test('while models are loading', thorough(FILTER), async ({ page, playground }, testInfo) => {
  const { opened, open } = gate();
  await page.route('**/v1/admin/catalogue/anthropic', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(playground.url);
  await expect(page.getByText('Loading models…')).toBeVisible();
  await attachScreenshot(page, testInfo, 'loading');
  open();
  await expect(page.getByText('Loading models…')).toBeHidden();
});
