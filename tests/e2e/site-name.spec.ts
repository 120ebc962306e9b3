import { APPROVAL, CONCLUSION, expect, test } from './approval-fixtures';
import { attachScreenshot } from './attach-screenshot';
import { expectAccessible } from './expect-accessible';
import { nameSite } from './name-site';
import { setRules } from './page-rules';
import { thorough } from './thorough';

const WIDTHS = [360, 280, 250];

test(
  'the user’s name for a site is shown in the page line, on the approval card and on the page, but isn’t sent to the model',
  thorough(APPROVAL),
  async ({ scenario, filterPage, endpoint, steward }, testInfo) => {
    const { panel, view } = scenario;
    const { page } = panel;
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    await page.getByRole('button', { name: 'Name this site…' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Name of the site' });
    await sheet.getByRole('textbox', { name: 'Name, such as PRODUCTION' }).fill('PRODUCTION');
    await sheet.getByRole('radio', { name: 'Purple' }).check();
    await attachScreenshot(page, testInfo, 'site-name-sheet');
    await sheet.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(sheet).toBeHidden();
    await expect(panel.pageLine).toContainText(/^PRODUCTION/);

    const bar = await steward.lockBar(filterPage.page);
    scenario.modelWill([['save_changes', {}]]);
    await scenario.ask('Save it');
    await expect(view.card).toContainText(/^PRODUCTION/);
    await expect.poll(async () => (await bar.read())?.siteName).toBe('PRODUCTION');
    await attachScreenshot(filterPage.page, testInfo, 'site-name-page');
    await expectAccessible(page, 'card with the name of a site');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await attachScreenshot(page, testInfo, `site-name-${width}-${colorScheme}`);
      }
    }
    for (const name of ['Rechenzentrum Frankfurt (PROD)', `${'漢'.repeat(29)}甲`, 'W'.repeat(30)]) {
      await page.setViewportSize({ width: 360, height: 720 });
      await nameSite(page, name);
      await expect(view.card).toContainText(name);
      for (const width of [...WIDTHS, 180]) {
        await page.setViewportSize({ width, height: 720 });
        await attachScreenshot(page, testInfo, `site-name-${name.slice(0, 2)}-${width}`);
        const mark = view.card.locator('.site-mark');
        const cut = await mark.evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(cut, `${name} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await view.approve();
    await expect(panel.said(CONCLUSION)).toBeVisible();
    expect(JSON.stringify(endpoint.chats().map(({ body }) => body))).not.toContain('PRODUCTION');

    await nameSite(page, 'Kubernetes-Produktion Europa 3');
    await page.setViewportSize({ width: 280, height: 720 });
    await expect(panel.pageLine).toContainText(/^Kubernetes/);
    await attachScreenshot(page, testInfo, 'site-name-long-280');
    await expect(panel.pageLine.getByText('2 hidden')).toBeInViewport({ ratio: 1 });
    await nameSite(page, '');
    await expect(page.locator('.site-mark')).toHaveCount(0);
  },
);
