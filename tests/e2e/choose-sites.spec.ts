import type { Page, TestInfo } from '@playwright/test';
import { openFilterPage } from '@/tests/drive/filter-page';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { connectDemo } from './connect-demo';
import { expectAccessible } from './expect-accessible';
import { expect, test } from './fixtures';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { showLanguage } from './show-language';
import { thorough } from './thorough';

const PRODUCTION = { name: 'production', color: 'red' } as const;

test(
  'a chat is about several sites once a second one is known, and the offer of it can be dismissed for good',
  thorough({ tag: '@sites' }),
  async ({ filterPage, openPanel, playground, steward }, testInfo) => {
    const origin = new URL(playground.url).origin;
    const other = origin.replace('127.0.0.1', 'localhost');
    const first = await connectDemo(await openPanel(filterPage.page), playground);
    await first.close();
    const second = await openFilterPage(await steward.context.newPage(), other, playground.apiKey);
    await second.chooseProvider('openai');
    const { page, close } = await openPanel(second.page);
    const offer = page.getByText('You know 2 sites of this kind. Ask about both at once.');
    await expect(offer).toBeVisible();
    await attachScreenshot(page, testInfo, 'sites-offer');
    await page.setViewportSize({ width: 252, height: 900 });
    await attachScreenshot(page, testInfo, 'sites-offer-252');
    await page.setViewportSize({ width: 360, height: 900 });
    await page.getByRole('button', { name: 'Don’t offer this again' }).press('Enter');
    await expect(offer).toBeHidden();
    for (const [site, name] of [
      [other, 'EU 1'],
      [origin, 'EU 2'],
    ] as const) {
      const mark = { name, color: site === origin ? 'green' : 'blue' } as const;
      await sendCommand(page, { type: 'mark-site', origin: site, mark, set: PRODUCTION });
    }

    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Several sites…' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Several sites' });
    await expect(sheet.getByRole('checkbox', { name: /EU 1/ })).toBeChecked();
    await expect(sheet.getByRole('checkbox', { name: /EU 2/ })).not.toBeChecked();
    await sheet.getByRole('button', { name: 'production' }).press('Enter');
    await expect(sheet.getByRole('checkbox', { name: /EU 2/ })).toBeChecked();
    await expectAccessible(page, 'choice of sites');
    await attachLooks(page, testInfo, 'choose-sites', [360, 252]);
    await sheet.getByRole('button', { name: 'Use 2 sites' }).press('Enter');
    await expect(sheet).toBeHidden();

    const line = page.getByTestId('page-line');
    await expect(line).toHaveText('production2 sites');
    await expect(line.getByRole('button')).toHaveAttribute('title', 'EU 1\nEU 2');
    await attachLooks(page, testInfo, 'sites-line', [360, 252]);
    await languages(page, testInfo);
    await page.locator('.chat-switcher').click();
    const list = page.getByRole('dialog', { name: 'Chats' });
    await expect(list.locator('.chat-row')).toHaveCount(2);
    await expect(list.locator('.chat-row', { hasText: '2 sites' })).toHaveCount(1);
    await attachScreenshot(page, testInfo, 'sites-list');
    await page.keyboard.press('Escape');

    await test.step('a site whose tab is closed can’t be ticked, and is opened only by a click', async () => {
      await filterPage.page.close();
      await line.getByRole('button').press('Enter');
      await sheet.getByRole('checkbox', { name: /EU 2/ }).uncheck();
      await expect(sheet.getByRole('checkbox', { name: /EU 2/ })).toBeDisabled();
      await attachScreenshot(page, testInfo, 'sites-closed');
      await sheet.getByRole('button', { name: 'Use 1 site' }).press('Enter');
      await expect(line).not.toContainText('sites');
      expect(await readTable(page, 'chats')).toContainEqual(
        expect.objectContaining({ memberOf: expect.anything() }),
      );
    });
    await close();
  },
);

/** Pictures of the sheet in long and in dense languages. */
async function languages(page: Page, testInfo: TestInfo): Promise<void> {
  if (process.env.STEWARD_PICTURES === undefined) return;
  await page.setViewportSize({ width: 252, height: 900 });
  for (const language of ['de', 'ja', 'en']) {
    await showLanguage(page, language);
    await expect(page.locator('.page-line .site-mark')).toBeVisible();
    if (language === 'en') break;
    await page.locator('.page-line-button').click();
    await expect(page.getByRole('checkbox', { name: /EU 1/ })).toBeVisible();
    await attachScreenshot(page, testInfo, `choose-sites-252-${language}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 360, height: 900 });
}
