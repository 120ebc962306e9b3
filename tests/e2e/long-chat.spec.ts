import type { Locator, Page } from '@playwright/test';
import { lengthenChat } from '../drive/lengthen-chat';
import { chooseFromMenu } from '../drive/menu';
import { says } from '../fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { gate } from './gate';
import { readTable } from './read-table';
import { ENDS_WORKER, expect, test } from './strict-test';
import { thorough } from './thorough';

const TURNS = 400;

/** The first entry that is wholly in view, and its distance from the top of the panel in pixels; of `key`, if that is given. */
function entryInView(scroller: Locator, key: string | null): Promise<{ key: string; top: number }> {
  return scroller.evaluate((box, wanted) => {
    const { top: viewTop } = box.getBoundingClientRect();
    for (const entry of box.querySelectorAll<HTMLElement>('[data-entry]')) {
      const { top } = entry.getBoundingClientRect();
      const own = entry.dataset.entry ?? '';
      if (wanted === null ? top >= viewTop : own === wanted) return { key: own, top };
    }
    throw new Error('The entry is not shown.');
  }, key);
}

/** Adds turns to the chat, once nothing writes to it any more. */
async function lengthen(page: Page): Promise<void> {
  const roles = async () => (await readTable(page, 'messages')).map(({ role }) => role);
  await expect.poll(roles).toContain('system-title');
  await lengthenChat(page, 'Are you there?', TURNS);
}

test('a long chat opens with its end, and shows the rest while the user scrolls up, without a jump', {
  tag: '@panel',
}, async ({ startedChat: { panel } }) => {
  const { page } = panel;
  await lengthen(page);
  await page.reload();
  await expect(panel.said(`Answer ${TURNS - 1}`)).toBeVisible();
  const entries = panel.conversation.locator('.entry');
  // The last entries are painted first, and then the whole batch.
  await expect(entries).toHaveCount(60);

  // What is in view stays in its place while a page is put in above it.
  const scroller = page.locator('.conversation-scroller');
  const before = await entries.count();
  await scroller.evaluate((box) => {
    box.scrollTop = 300;
  });
  const { key, top } = await entryInView(scroller, null);
  await expect.poll(() => entries.count()).toBeGreaterThan(before);
  expect(Math.abs((await entryInView(scroller, key)).top - top)).toBeLessThan(2);

  // Far back, the newest messages have left the page.
  for (let page = 0; page < 20; page += 1) {
    const shown = await scroller.evaluate((box) => {
      box.scrollTop = 300;
      return box.querySelector('.entry')?.textContent;
    });
    if ((await panel.said('Asked 0').count()) > 0) break;
    await expect.poll(() => entries.first().textContent()).not.toBe(shown);
  }
  await expect(panel.said('Asked 0')).toBeAttached();
  expect(await entries.count()).toBeLessThan(700);
  await expect(panel.said(`Answer ${TURNS - 1}`)).not.toBeAttached();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(panel.said(`Answer ${TURNS - 1}`)).toBeInViewport();
});

test.extend(ENDS_WORKER)(
  'finding a text goes to hits that are not loaded, marks them, and Escape gives the focus back; whoever reads far back sees their own message, and a summary, as soon as they ask for it',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, steward }, testInfo) => {
    const { page } = panel;
    const scroller = page.locator('.conversation-scroller');
    const readFarBack = async (newest: string) => {
      await expect(panel.said(newest)).toBeInViewport();
      await expect(async () => {
        await scroller.evaluate((box) => {
          // A position that is set again is no movement, and loads nothing.
          box.scrollTop = box.scrollTop === 300 ? 299 : 300;
        });
        await expect(panel.said(newest)).not.toBeAttached({ timeout: 300 });
      }).toPass();
    };
    await lengthen(page);
    // The worker remembers the chat as it stored it itself.
    await steward.killWorker();
    await page.reload();
    await expect(panel.said(`Answer ${TURNS - 1}`)).toBeVisible();
    await panel.message.focus();
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('search', { name: 'Find in this chat' });
    await expect(bar.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.type('asked 1');
    await expect(bar.getByRole('status')).toHaveText('111 of 111');
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText('1 of 111');
    await expect(panel.said('Asked 1').first()).toBeInViewport();
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('found-current') ?? [])].map((range) => String(range)));
    expect(await marked()).toEqual(['Asked 1']);
    await attachScreenshot(page, testInfo, 'find');
    await page.keyboard.press('Shift+Enter');
    await expect(bar.getByRole('status')).toHaveText('111 of 111');
    await expect(panel.said('Asked 199')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await expect(panel.message).toBeFocused();

    await chooseFromMenu(page, 'Find in this chat');
    await expect(bar.getByRole('textbox', { name: 'Find' })).toBeFocused();
    await page.keyboard.type('gpt-4o stays');
    await expect(bar.getByRole('status')).toHaveText(/^\d+ of 800$/);
    await page.setViewportSize({ width: 280, height: 600 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await attachScreenshot(page, testInfo, 'find-dark-280');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 800 });
    await panel.page.getByRole('button', { name: 'Jump to latest' }).click();

    await readFarBack(`Answer ${TURNS - 1}`);

    await panel.send('And this one?');
    await expect(panel.said('And this one?')).toBeInViewport();
    await panel.finished();

    await readFarBack('And this one?');
    await chooseFromMenu(page, 'Summarize this chat');
    await expect(page.getByRole('button', { name: 'Use summary' })).toBeInViewport();
  },
);

test(
  'an answer that comes while the user reads above is counted, moves nothing, and is one click away',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    endpoint.behave(
      says(Array.from({ length: 80 }, (_, index) => `Model ${index} is visible.`).join('\n\n')),
    );
    await panel.converse('Which models are visible?', 'Model 79 is visible.');
    const { open, opened } = gate();
    endpoint.behave(async (reply, request) => {
      await opened;
      await says('The newest answer.')(reply, request);
    });
    await panel.ask('Which models are hidden?');
    await expect(page.getByText('Waiting for the model')).toBeInViewport();
    const scroller = page.locator('.conversation-scroller');
    await scroller.hover();
    await page.mouse.wheel(0, -1500);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    const { key, top } = await entryInView(scroller, null);
    open();
    await panel.finished();
    expect(await entryInView(scroller, key)).toEqual({ key, top });
    await page.getByRole('button', { name: '1 new message' }).click();
    await expect(panel.said('The newest answer.')).toBeInViewport();
  },
);
