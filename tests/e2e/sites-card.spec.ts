import type { Locator, Page, TestInfo } from '@playwright/test';
import { openFilterPage } from '@/tests/drive/filter-page';
import { callsAll, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { expectAccessible } from './expect-accessible';
import { makeChatAbout } from './make-chat-about';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { showLanguage } from './show-language';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const ADD = ['add_ignore_rule', JSON.stringify({ pattern: '*mini*', targets: ['all'] })] as const;

test(
  'with the keyboard alone, one card runs a call on two sites, whose results are listed and taken back by one undo',
  thorough({ tag: '@both-browsers' }),
  async ({ filterPage, openPanel, playground, steward, endpoint }, testInfo) => {
    const origin = new URL(playground.url).origin;
    const other = origin.replace('127.0.0.1', 'localhost');
    const first = await openPanel(filterPage.page);
    await connectByCommand(first, endpoint);
    await first.close();
    const second = await openFilterPage(await steward.context.newPage(), other, playground.apiKey);
    await second.chooseProvider('openai');
    const panel = await openPanel(second.page);
    const { page } = panel;
    await expect.poll(async () => (await readTable(page, 'chats')).length).toBe(2);
    const chatId = await makeChatAbout(page, [other, origin]);
    await sendCommand(page, {
      ...{ type: 'set-policy', chatId, approvalPolicy: 'ask-every-change' },
      ...{ permissions: {}, planMode: false },
    });
    endpoint.behave(inTurn(callsAll([...ADD]), says('Both hide them.')));

    await panel.ask('Hide the small ones everywhere');
    const run = page.getByRole('button', { name: 'Run on 2 of 2 sites' });
    const ready = run.and(page.locator('[aria-disabled="false"]'));
    await expect(ready).toBeVisible();
    await expectAccessible(page, 'card of two sites');
    await attachLooks(page, testInfo, 'sites-card', [360, 252]);
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Escape');
    const row = panel.approval.getByRole('article').first();
    await tabTo(page, row.getByRole('checkbox').first());
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Run on 1 of 2 sites' })).toBeVisible();
    await page.keyboard.press('Space');
    await tabTo(page, row.getByRole('button', { expanded: false }));
    await page.keyboard.press('Enter');
    await expect(row.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expectAccessible(page, 'unfolded card of two sites');
    await attachLooks(page, testInfo, 'sites-card-open', [360, 252]);
    await languages(page, testInfo, 'sites-card');
    await row.getByRole('checkbox').first().focus();
    await tabTo(page, run);
    await expect(ready).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel.said('Both hide them.')).toBeVisible();
    await panel.finished();
    for (const site of [filterPage, second]) {
      expect((await site.readState()).drafts.openai?.ignore).toEqual(['*mini*']);
    }
    const result = page.locator('.tool-card summary').first();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await tabTo(page, result, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Result by site' }).getByRole('listitem')).toHaveCount(2);
    await attachLooks(page, testInfo, 'sites-results', [360, 252]);

    await tabTo(page, page.getByRole('button', { name: /^Undo 2 changes/ }), 'ArrowRight');
    await page.keyboard.press('Enter');
    const undo = page.getByRole('region', { name: /^Undo/ });
    await expect(undo.getByText('Will undo 1 change on the page.')).toHaveCount(2);
    await expectAccessible(page, 'undo on two sites');
    await attachLooks(page, testInfo, 'sites-undo', [360, 252]);
    await tabTo(page, undo.getByRole('button', { name: 'Undo 2 changes' }), 'ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(undo).toBeHidden();
    for (const site of [filterPage, second]) {
      expect((await site.readState()).drafts.openai?.ignore ?? []).toEqual([]);
    }
    await panel.close();
  },
);

/** Moves the focus to an element by a key: within a message, by the arrows. Fails if it doesn't get there within a few presses. */
async function tabTo(page: Page, to: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(key);
  }
  await expect(to).toBeFocused();
}

/** Pictures in a long and in a dense language. */
async function languages(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env.STEWARD_PICTURES === undefined) return;
  for (const language of ['de', 'ja'] as const) {
    await showLanguage(page, language);
    await expect(page.locator('.approval-card')).toBeVisible();
    await page.setViewportSize({ width: 252, height: 900 });
    await attachScreenshot(page, testInfo, `${name}-${language}`);
  }
  await showLanguage(page, 'en');
  await page.setViewportSize({ width: 360, height: 900 });
}
