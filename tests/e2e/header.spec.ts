import type { Page } from '@playwright/test';
import { menuButton, menuEntry, settingsSheet } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { nameSite } from './name-site';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@panel';

const LONG = Array.from({ length: 30 }, (_, number) => `${number + 1}. A line of a long answer.`).join('\n');

/** The part of the window's height that the conversation has. */
const conversationShare = (page: Page) =>
  page.evaluate(() => (document.querySelector('.conversation')?.clientHeight ?? 0) / innerHeight);

/** The tops of the header's controls, by row; each row has one top if nothing wraps. */
const controlRows = (page: Page) =>
  page.evaluate(() => {
    const middle = (selector: string) =>
      [...document.querySelectorAll(selector)].map((control) => {
        const { top, height } = control.getBoundingClientRect();
        return Math.round(top + height / 2);
      });
    return [
      middle('.title-row button'),
      middle('.model-row > select, .page-line-button, .page-line .icon-button, .context-meter'),
    ].map((tops) => Math.max(...tops) - Math.min(...tops));
  });

test(
  'the header has two rows that never wrap from 250 pixels on, leaves the conversation its height, and in a low window scrolls away with it and comes back',
  { tag },
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    endpoint.behave(says(LONG));
    await panel.ask('Tell me a lot, at such a length that the title of this chat has no room in the header');
    await panel.finished();
    for (const [width, height, share] of [
      [360, 720, 0.75],
      [280, 720, 0.7],
      [250, 480, 0.6],
      // 360 × 720 at 200 % zoom.
      [180, 360, 0.5],
    ] as const) {
      await page.setViewportSize({ width, height });
      await attachScreenshot(page, testInfo, `header-${width}`);
      expect(await conversationShare(page), `${width} × ${height}`).toBeGreaterThanOrEqual(share);
      const spreads = await controlRows(page);
      // Below 250 px the page line has a row of its own.
      for (const spread of width < 250 ? spreads.slice(0, 1) : spreads) {
        expect(spread, `row at ${width}`).toBeLessThanOrEqual(1);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    }

    await page.setViewportSize({ width: 360, height: 720 });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await expect(menu).toBeInViewport();
    await page.setViewportSize({ width: 360, height: 400 });
    await expect(menu).not.toBeInViewport();
    await panel.conversation.hover();
    await page.mouse.wheel(0, -200);
    await expect(menu).toBeInViewport();
    await page.mouse.wheel(0, 120);
    await expect(menu).not.toBeInViewport();
    await menu.focus();
    await expect(menu).toBeInViewport();
    await panel.message.focus();
    await expect(menu).not.toBeInViewport();
  },
);

/** The texts of the page line's visible parts except the name, and of those among them that are cut. */
const shownParts = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector('.page-line-button');
    const end = button?.getBoundingClientRect().bottom ?? 0;
    const shown = [...(button?.children ?? [])].filter(
      (part) =>
        /page-(fact|note|place)/.test(part.className) && part.getBoundingClientRect().bottom <= end + 1,
    );
    const texts = (parts: Element[]) => parts.map(({ textContent }) => textContent).join('');
    return { shown: texts(shown), cut: texts(shown.filter((part) => part.scrollWidth > part.clientWidth)) };
  });

test(
  'the page line begins with the main facts, and cuts none of its visible facts down to a width of 250 px',
  thorough({ tag }),
  async ({ steward, startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    const expectWhole = async (widths: number[], line: RegExp, state: string) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 600 });
        const { shown, cut } = await shownParts(page);
        expect(shown, `${state} at ${width}`).toMatch(line);
        expect(cut, `${state} at ${width}`).toBe('');
        await attachScreenshot(page, testInfo, `page-line-${state}-${width}`);
      }
    };
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*preview*"}'), says('Hidden.')));
    await panel.converse('Hide the previews', 'Hidden.');
    await expect(panel.pageLine).toContainText('unsaved');
    await expectWhole([435, 360, 320, 280, 250], /^\d+ hidden · unsaved/, 'in front');
    await nameSite(page, 'PRODUCTION');
    await expectWhole([280, 250], /^\d+ hidden · unsaved/, 'named');
    await steward.context.newPage();
    await expect(panel.pageLine).toContainText('in another tab');
    await expectWhole([280, 250], /^in another tab · \d+ hidden · unsaved/, 'elsewhere, named');
    await nameSite(page, '');
    await expectWhole([280, 250], /^in another tab · \d+ hidden · unsaved/, 'elsewhere');
  },
);

test(
  'the menu opens at every click, after Escape and after a choice',
  inBothBrowsers({ tag }),
  async ({ startedChat: { panel } }) => {
    const { page } = panel;
    const entries = page.getByRole('menuitem');
    for (let round = 0; round < 3; round += 1) {
      await menuEntry(page, 'Settings');
      await page.keyboard.press('Escape');
      await expect(entries).toHaveCount(0);

      await (await menuEntry(page, 'Settings')).click();
      await expect(settingsSheet(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(settingsSheet(page)).toBeHidden();
    }
    // A click on the button of the open menu closes it.
    await menuEntry(page, 'Settings');
    await menuButton(page).click();
    await expect(entries).toHaveCount(0);
  },
);
