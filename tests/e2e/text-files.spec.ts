import type { Page } from '@playwright/test';
import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { axeViolations } from './axe-violations';
import { expect, test } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const KEY = 'sk-proj-abcdefghijklmnop1234567890';
const CSV = `\ufeffmodel,price\r\ngpt-4o,2.50\r\nhid\u200bden,${KEY}\r\n`;
const PRICES = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
const IMAGE = {
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
};

/** The text of the user's last message that the endpoint received. */
function sentText(endpoint: ChangingEndpoint): string {
  const messages = endpoint.chats().at(-1)?.body.messages ?? [];
  return String(messages.findLast(({ role }) => role === 'user')?.content);
}

/** Drops files onto the conversation. A drop by script has no files in Firefox, unless they are its own property. */
const drop = (page: Page, files: readonly (typeof PRICES)[]) =>
  page.getByRole('main').evaluate(
    (target, dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, type, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type }));
      }
      for (const kind of ['dragover', 'drop']) {
        const event = new Event(kind, { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
        target.dispatchEvent(event);
      }
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, base64: buffer.toString('base64') })),
  );

test(
  'a text file is attached by a drop and with the keyboard, is sent as data without keys, and can be removed',
  inBothBrowsers({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page, message } = panel;
    const quoted = page.locator('.composer-quotation');
    await message.fill('Compare with');
    await drop(page, [PRICES]);
    await expect(message).toHaveValue(/^Compare with @file:\w+ $/);
    await expect(quoted).toContainText('gpt-4o,2.50');
    await expect(quoted).toContainText(/@file:\w+ · prices\.csv/);
    await expect(page.getByText(KEY)).toHaveCount(0);
    await attachLooks(page, testInfo, 'text-file', [360, 240, 180]);
    expect(await axeViolations(page, 'html')).toEqual([]);

    // With the keyboard alone: removes the file, then opens the file dialog.
    await page.getByRole('button', { name: 'Remove prices.csv' }).focus();
    await page.keyboard.press('Enter');
    await expect(quoted).toHaveCount(0);
    await expect(message).toHaveValue('Compare with ');
    await expect(message).toBeFocused();
    const attach = page.getByRole('button', { name: 'Attach files' });
    const choosing = page.waitForEvent('filechooser');
    await attach.focus();
    await page.keyboard.press('Enter');
    await (await choosing).setFiles([PRICES, IMAGE]);
    await expect(quoted).toHaveCount(1);
    await expect(panel.alert).toContainText('“notes.txt” was not attached: it is a binary file.');
    await expect(message).toHaveValue(/^Compare with @file:\w+ $/);

    endpoint.behave(says('Only gpt-4o has a price.'));
    await message.press('Control+Enter');
    await panel.answered('Only gpt-4o has a price.');
    await expect(quoted).toHaveCount(0);
    expect(sentText(endpoint)).toMatch(
      /^Compare with @file:\w+\n\n<mentioned-parts id="[\w-]+">\n@file:\w+ \{"quoted_from":"prices\.csv"\}\n {2}model,price\n {2}gpt-4o,2\.50\n {2}hidden,\[key removed\]\n/,
    );
    const shown = page.locator('.user-message').last();
    await expect(shown).toContainText('prices.csv');
    await expect(shown.getByRole('blockquote')).toContainText('gpt-4o,2.50');
  },
);

test(
  'many files leave the message field and the buttons in view',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel } }, testInfo) => {
    const { page, message } = panel;
    await drop(
      page,
      Array.from({ length: 12 }, (_, index) => ({ ...PRICES, name: `prices-${index}.csv` })),
    );
    await expect(page.locator('.composer-quotation')).toHaveCount(12);
    for (const size of [
      { width: 360, height: 665 },
      { width: 252, height: 480 },
    ]) {
      await page.setViewportSize(size);
      await expect(message).toBeInViewport({ ratio: 0.9 });
      await expect(page.locator('.send-button')).toBeInViewport({ ratio: 1 });
      await attachScreenshot(page, testInfo, `many-files-${size.width}`);
    }
  },
);
