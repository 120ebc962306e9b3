import type { Locator, Page } from '@playwright/test';
import { chooseNextRequest } from '@/tests/drive/menu';
import { neverAnswers } from '@/tests/fakes/chat-answers';
import { RUN_STORIES } from '@/tests/panel/stories/run-stories';
import { attachScreenshot } from './attach-screenshot';
import { imagesOf, smallImage } from './image-view';
import { showStory } from './show-story';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

const tag = '@panel';

/** Width and height of panels in CSS pixels. 180 × 320 is 360 × 640 at 200 % zoom; nothing smaller is supported. */
const SIZES = [
  [360, 640],
  [280, 500],
  [250, 480],
  [250, 320],
  [180, 320],
] as const;

/** 360 × 720 at 200 % zoom. */
const ZOOMED = [180, 360] as const;

const DRAFT = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of the draft`).join('\n');

/** True if all of an element is in the window, and nothing covers it or cuts it off. */
function isWhole(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const corners = [
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ];
  return isInside && corners.every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)));
}

/** Fails unless these are visible as they are, and those after scrolling. */
async function expectInReach(visible: readonly Locator[], scrolled: readonly Locator[], size: string) {
  // Polled: the window may still lay out images that were just added.
  const expectWhole = (control: Locator, how: string) =>
    expect.poll(() => control.evaluate(isWhole), `${control} ${how} at ${size}`).toBe(true);
  for (const control of visible) await expectWhole(control, 'visible');
  for (const control of scrolled) {
    await expect
      .poll(async () => {
        await control.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
        return control.evaluate(isWhole);
      }, `${control} reachable at ${size}`)
      .toBe(true);
  }
  for (const control of visible) await expectWhole(control, 'still visible');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'message, Queue and Stop are visible in any window, beside cards, a long draft, images and a warning',
  { tag },
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page, message } = panel;
    const { files, tray, sayThatModelTakes } = imagesOf(page);
    await sayThatModelTakes('yes');
    endpoint.behave(neverAnswers);
    await panel.ask('Work');
    await message.fill('Queued');
    await message.press('Control+Enter');
    await expect(button(page, 'Remove')).toBeVisible();
    await chooseNextRequest(page, 'Wait for me');
    await expect(page.getByRole('group', { name: 'Next step' })).toBeVisible();
    const fail = async () => {
      // Nothing is selected on the page.
      await page.locator('.quote-button').click();
      await expect(button(page, 'Dismiss')).toBeVisible();
    };
    await fail();
    await message.fill(DRAFT);
    const row = [message, button(page, 'Queue'), button(page, 'Stop')];
    const cards = [button(page, 'Dismiss'), button(page, 'Cancel'), button(page, 'Remove')];
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await attachScreenshot(page, testInfo, `foot-${width}-${height}`);
      await expectInReach(row, cards, `${width} × ${height}`);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await files.setInputFiles([1, 2, 3, 4, 5].map((n) => smallImage(`image-${n}.png`, 60 + n)));
    await expect(tray.getByRole('listitem')).toHaveCount(5);
    await sayThatModelTakes('no');
    await fail();
    const images = [1, 5].map((n) => button(page, `Remove image-${n}.png`));
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await attachScreenshot(page, testInfo, `foot-images-${width}-${height}`);
      await expectInReach(row, [...cards, ...images], `${width} × ${height} with images`);
    }
  },
);

test(
  'the buttons of an approval request are visible beside message and Stop from 360 pixels of height on, its verdict from 480',
  thorough({ tag }),
  async ({ stage: { page, chatId } }, testInfo) => {
    await showStory(page, chatId, RUN_STORIES['waiting-for-approval']);
    const card = page.getByRole('region', { name: 'Approval' });
    await expect(card).toBeVisible();
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill(DRAFT);
    const decisions = ['Apply 2 changes', 'Refuse…'].map((name) => button(page, name));
    const heading = card.getByRole('heading', { level: 2 });
    for (const [width, height] of [...SIZES, ZOOMED]) {
      await page.setViewportSize({ width, height });
      await attachScreenshot(page, testInfo, `foot-approval-${width}-${height}`);
      const pinned = [...(height < 360 ? [] : decisions), ...(height < 480 ? [] : [heading])];
      await expectInReach([message, button(page, 'Stop'), ...pinned], decisions, `${width} × ${height}`);
    }
  },
);
