/// <reference types="chrome" />

import type { Page } from '@playwright/test';
import { chooseFromMenu, menuButton, openSettings } from '@/tests/drive/menu';
import type { ExtensionWorker, StewardBrowser } from '@/tests/drive/steward-browser';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { openDetached } from './open-detached';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@chats';

/** The background that is painted, and the theme of native controls. */
function looks(page: Page): Promise<{ background: string; scheme: string }> {
  return page.evaluate(() => ({
    background: getComputedStyle(document.body).backgroundColor,
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }));
}

function viewOf(page: Page) {
  const sheet = page.getByRole('dialog', { name: 'Settings', exact: true });
  return {
    sheet,
    open: () => openSettings(page, 'Appearance'),
    close: () => sheet.getByRole('button', { name: 'Close' }).click(),
    async choose(theme: string) {
      const radio = sheet.getByRole('radio', { name: theme });
      // It is checked once the choice is stored, which \`check\` doesn't wait for.
      await radio.click();
      await expect(radio).toBeChecked();
    },
  };
}

/** All pages of the extension in windows and tabs. */
const detached = (steward: StewardBrowser) =>
  steward.context.pages().filter((page) => page.url().includes('/sidepanel.html?'));

/** The types of the windows with these pages, as the browser names them. */
function typesOf(worker: ExtensionWorker, urls: string[]): Promise<string[]> {
  return worker.evaluate(async (wanted) => {
    const windows = await chrome.windows.getAll({ populate: true });
    const shown = windows.filter(({ tabs = [] }) => tabs.some(({ url = '' }) => wanted.includes(url)));
    return shown.map(({ type }) => String(type));
  }, urls);
}

test(
  'a chat opens in a window of its own, once, and stays with its page there',
  inBothBrowsers({ tag }),
  async ({ startedChat, endpoint, filterPage, steward, worker }, testInfo) => {
    const { panel } = startedChat;
    const view = viewOf(panel.page);
    await panel.message.fill('Half a sentence');
    const popOut = await openDetached(steward, panel.page, 'Open in a window');
    await expect(view.sheet).toBeHidden();

    // The chat, its page and what was typed.
    await expect(popOut.said('Here I am.')).toBeVisible();
    await expect(popOut.message).toHaveValue('Half a sentence');
    await expect(popOut.pageLine).toContainText('openai');
    await expect(popOut.pageLine).toContainText('in another window');
    expect(await typesOf(worker, [popOut.page.url()])).toEqual(['popup']);
    await expect(popOut.page).toHaveTitle('Are you there? – Model filter');
    await popOut.page.setViewportSize({ width: 480, height: 760 });
    await attachScreenshot(popOut.page, testInfo, 'window');

    // The second time, it is brought to the front.
    await filterPage.page.bringToFront();
    await view.open();
    await view.sheet.getByRole('button', { name: 'Open in a window' }).click();
    await expect(view.sheet).toBeHidden();
    expect(detached(steward)).toHaveLength(1);

    // It works on its page, whatever is in front.
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*from-the-window*"}'), says('One rule.')));
    await popOut.converse('Add a rule', 'One rule.');
    expect((await filterPage.readState()).drafts.openai?.ignore).toContain('*from-the-window*');

    // Closed, it loses nothing.
    await popOut.message.fill('Not sent yet');
    await popOut.page.close({ runBeforeUnload: true });
    await expect(panel.said('One rule.')).toBeVisible();
    await panel.message.fill('');
    const again = await openDetached(steward, panel.page, 'Open in a window');
    await expect(again.said('One rule.')).toBeVisible();
  },
);

test(
  'a chat in a tab, opened from its window, shows its new chat also after a reload',
  thorough({ tag }),
  async ({ startedChat, steward, worker }, testInfo) => {
    const { panel } = startedChat;
    const popOut = await openDetached(steward, panel.page, 'Open in a window');
    await expect(popOut.said('Here I am.')).toBeVisible();
    const tab = await openDetached(steward, popOut.page, 'Open in a tab');
    await popOut.page.close();
    await expect(tab.said('Here I am.')).toBeVisible();
    await expect(tab.pageLine).toContainText('in another tab');
    expect(await typesOf(worker, [tab.page.url()])).toEqual(['normal']);
    await attachScreenshot(tab.page, testInfo, 'tab');

    await chooseFromMenu(tab.page, 'New chat');
    await expect(tab.said('Here I am.')).toHaveCount(0);
    await expect(tab.pageLine).toContainText('openai');
    await tab.page.reload();
    await expect(tab.pageLine).toContainText('openai');
    await expect(tab.said('Here I am.')).toHaveCount(0);
    await expect(panel.said('Here I am.')).toBeVisible();
  },
);

test(
  'the theme is chosen by keyboard, every open panel follows, and it is there before the first paint',
  thorough({ tag }),
  async ({ startedChat, steward }, testInfo) => {
    const { page } = startedChat.panel;
    const view = viewOf(page);
    await page.emulateMedia({ colorScheme: 'light' });
    const other = await steward.context.newPage();
    await other.emulateMedia({ colorScheme: 'light' });
    await other.goto(steward.extensionUrl('sidepanel.html'));
    const light = await looks(page);

    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    // The menu moves the focus after the key.
    await expect(page.getByRole('menuitem').last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
    await page.keyboard.press('Enter');
    await view.sheet.getByRole('group', { name: 'Appearance' }).locator('summary').press('Enter');
    await expect(view.sheet.getByRole('radio', { name: 'System' })).toBeChecked();
    await view.sheet.getByRole('radio', { name: 'System' }).focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await expect(view.sheet.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect.poll(() => looks(page)).toEqual({ background: 'rgb(27, 29, 31)', scheme: 'dark' });
    await expect.poll(() => looks(other)).toEqual(await looks(page));
    await attachScreenshot(page, testInfo, 'view-dark');

    // Forced colours replace those of a theme, whichever it is.
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    const forced = (await looks(page)).background;
    await attachScreenshot(page, testInfo, 'view-forced-colours');
    await view.choose('System');
    await expect(view.sheet.getByRole('radio', { name: 'System' })).toBeChecked();
    expect((await looks(page)).background).toBe(forced);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
    await view.choose('Dark');
    await expect.poll(() => looks(page)).toEqual({ background: 'rgb(27, 29, 31)', scheme: 'dark' });

    // Before any module runs: of the scripts, only the first one may load.
    await other.route(/\/chunks\//, (route) => route.abort());
    await other.goto(steward.extensionUrl('sidepanel.html'), {
      waitUntil: 'domcontentloaded',
    });
    await expect(other.locator('#composer-message')).toBeVisible();
    await expect.poll(() => looks(other)).toEqual({ background: 'rgb(27, 29, 31)', scheme: 'dark' });
    await other.close();

    await view.choose('Light');
    await expect.poll(() => looks(page)).toEqual({ ...light, scheme: 'light' });
    await attachScreenshot(page, testInfo, 'view-light');
    await attachLooks(page, testInfo, 'view', [280, 250]);
    await page.emulateMedia({ colorScheme: 'light' });
    await view.choose('System');
    await expect.poll(() => looks(page)).toEqual(light);
  },
);

test(
  'the user makes the message field higher, up to half of the window',
  thorough({ tag }),
  async ({ startedChat }) => {
    const { panel } = startedChat;
    const heightOf = async () => (await panel.message.boundingBox())?.height ?? 0;
    const before = await heightOf();
    const box = await panel.message.boundingBox();
    if (box === null) throw new Error('The field is not visible.');

    const corner = { x: box.x + box.width - 4, y: box.y + box.height - 4 };
    await panel.page.mouse.move(corner.x, corner.y);
    await panel.page.mouse.down();
    // The mouse moves only to the lower edge of the panel, since Firefox's driver can't move it out of the panel.
    const distance = (await panel.page.evaluate(() => innerHeight)) - 1 - corner.y;
    expect(distance).toBeGreaterThan(20);
    await panel.page.mouse.move(corner.x, corner.y + distance, { steps: 4 });
    await panel.page.mouse.up();
    expect(await heightOf()).toBeCloseTo(before + distance, -1);
    const higher = await panel.message.boundingBox();
    // The field grows into the conversation; the buttons stay below it.
    expect((higher?.y ?? 0) + (higher?.height ?? 0)).toBeCloseTo(box.y + box.height, -1);
  },
);
