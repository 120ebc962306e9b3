import { openFilterPage } from '@/tests/drive/filter-page';
import { openSettings } from '@/tests/drive/menu';
import { expect, test } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { connectByCommand } from './connect-by-command';
import { expectAccessible } from './expect-accessible';
import { allModelsLoaded, saveElsewhere } from './page-rules';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { thorough } from './thorough';
import { toolbarBadge } from './toolbar-badge';

test(
  'a page that is checked for changes says in the settings and on the toolbar button what others changed, until its chat is opened',
  thorough({ tag: '@both-browsers' }),
  async ({ playground, filterPage, openPanel, endpoint, steward }, testInfo) => {
    const origin = new URL(playground.url).origin;
    await saveElsewhere(playground, 'openai', { ignore: ['*-preview*'], whitelist: [] });
    await filterPage.page.reload();
    await filterPage.counts();
    await allModelsLoaded(filterPage);
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    await expect.poll(async () => (await readTable(panel.page, 'seenPages')).length).toBe(1);
    await sendCommand(panel.page, { type: 'keep-site', origin });
    await panel.close();

    // Beside a page of another site, so that nothing in the panel says that the user sees the first one.
    const other = origin.replace('127.0.0.1', 'localhost');
    const second = await openFilterPage(await steward.context.newPage(), other, playground.apiKey);
    const { page } = await openPanel(second.page);
    await openSettings(page, 'Sites');
    const choice = page.getByLabel(/^Check for changes: /);
    await expect(choice).toHaveValue('off');
    await choice.focus();
    await choice.selectOption('hour');
    const outcome = page.locator('.site-list').getByRole('status');
    await expect(outcome).toHaveText(/: nothing new$/, { timeout: 40_000 });
    await attachLooks(page, testInfo, 'watch-nothing', [360, 252]);
    expect((await toolbarBadge(page)).text).toBe('');

    await saveElsewhere(playground, 'openai', { ignore: [], whitelist: [] });
    await filterPage.page.reload();
    await filterPage.counts();
    await allModelsLoaded(filterPage);
    await choice.selectOption('day');
    await expect(outcome).toHaveText(
      /: 1 rule removed outside of Steward and openai: \d+ models visible again$/,
      {
        timeout: 40_000,
      },
    );
    await expect
      .poll(() => toolbarBadge(page))
      .toEqual({ text: '1', title: 'Open Steward beside this page — 1 watched page has changed' });
    await attachLooks(page, testInfo, 'watch-news', [360, 252]);
    await expectAccessible(page, 'watched page');

    const again = await openPanel(filterPage.page);
    await expect(again.page.getByRole('button', { name: /^Since / })).toBeVisible();
    await expect.poll(async () => (await toolbarBadge(page)).text).toBe('');
    await again.close();

    await filterPage.page.goto('about:blank');
    const third = (await openPanel(second.page)).page;
    await openSettings(third, 'Sites');
    await third.getByLabel(/^Check for changes: /).selectOption('week');
    const failed = third.locator('.site-list').getByRole('status');
    await expect(failed).toHaveText(/^Can’t be read since /, { timeout: 40_000 });
    await attachLooks(third, testInfo, 'watch-failed', [360, 252]);
  },
);
