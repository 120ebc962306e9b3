import type { Page } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';
import { openDetached } from './open-detached';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

/** Type of the event that makes {@link holdFrames} call the callbacks it has kept. It is dispatched on the page's window. */
const RELEASE = 'steward-test:release-frames';

/**
 * Keeps the callbacks that the page passes to `requestAnimationFrame`, and calls them only after the event `release`. One of them starts the
 * panel. Runs in the page before the page's own scripts. Requests can't be delayed instead: in Firefox, Playwright doesn't see requests for
 * the extension's own files.
 */
function holdFrames(release: string): void {
  const { requestAnimationFrame } = window;
  const held: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  window.addEventListener(release, () => {
    window.requestAnimationFrame = requestAnimationFrame;
    for (const callback of held) requestAnimationFrame(callback);
  });
}

/**
 * Reloads a page in which {@link holdFrames} runs, so that the panel's modules aren't loaded yet. The returned function lets them load.
 */
async function reloadSlowly(page: Page): Promise<() => Promise<void>> {
  await page.reload({ waitUntil: 'commit' });
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(message).toBeFocused();
  await message.evaluate((element) => element.setAttribute('data-first', ''));
  return async () => {
    await page.evaluate((release) => window.dispatchEvent(new Event(release)), RELEASE);
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
    // The element that was painted first.
    await expect(message).toHaveAttribute('data-first', '');
  };
}

function selection(page: Page) {
  return page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return null;
    return { text: field.value, from: field.selectionStart, to: field.selectionEnd };
  });
}

test(
  'what is typed while the panel starts stays in the same field, with its selection and focus',
  thorough({ tag }),
  async ({ startedChat, steward }, testInfo) => {
    const { panel } = startedChat;
    await panel.message.fill('A draft');
    const { page, message } = await openDetached(steward, panel.page, 'Open in a tab');
    await expect(message).toHaveValue('A draft');
    await page.addInitScript(holdFrames, RELEASE);

    await test.step('typed before any module has loaded', async () => {
      const start = await reloadSlowly(page);
      await page.keyboard.type('Hide the preview models');
      for (let moved = 0; moved < 'models'.length; moved += 1) await page.keyboard.press('Shift+ArrowLeft');
      await attachScreenshot(page, testInfo, 'before-any-module');
      const place = await message.boundingBox();
      await start();
      const before = 'A draft\nHide the preview ';
      await expect
        .poll(() => selection(page))
        .toEqual({ text: `${before}models`, from: before.length, to: before.length + 'models'.length });
      await page.keyboard.type('ones');
      await expect(message).toHaveValue(`${before}ones`);
      // Nothing has moved: the text has no more lines than the empty field.
      expect(await message.boundingBox()).toEqual(place);
    });

    await test.step('composed by an input method', async () => {
      await page.keyboard.press('Control+A');
      await page.keyboard.type('A draft');
      await page.waitForTimeout(500);
      const start = await reloadSlowly(page);
      const { compose, commit } = await steward.inputMethod(page);
      await compose('に');
      await compose('にほ');
      await start();
      await compose('にほん');
      await expect.poll(() => selection(page)).toEqual({ text: 'にほん', from: 3, to: 3 });
      await commit('日本');
      await expect(message).toHaveValue('A draft\n日本');
      await page.keyboard.type('!');
      await expect(message).toHaveValue('A draft\n日本!');
    });
  },
);
