import { says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const ANSWER = 'שלום, יש 3 מודלים.\n\n1. ראשון\n2. שני\n\n`gpt-4o` is one of them.';

test(
  'right-to-left text has its direction in the message field, the message and the answer’s paragraphs and lists',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page } = panel;
    const directionOf = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((element) => {
          const { direction, textAlign } = getComputedStyle(element);
          return `${direction} ${textAlign}`;
        });
    await panel.message.fill('אילו מודלים יש?');
    await expect.poll(() => directionOf('#composer-message')).toMatch(/^rtl/);
    endpoint.behave(says(ANSWER));
    await panel.ask('אילו מודלים יש?');
    await expect(page.getByText('ראשון', { exact: true })).toBeVisible();
    await expect.poll(() => directionOf('.user-message p')).toMatch(/^rtl/);
    await expect.poll(() => directionOf('.markdown ol')).toMatch(/^rtl/);
    // The last paragraph is in English, so it is left to right.
    await expect.poll(() => directionOf('.markdown p')).toMatch(/^ltr/);
    // The list's numbers are on the right, directly beside the text.
    const list = await page.locator('.markdown ol').boundingBox();
    const text = await page.getByText('ראשון', { exact: true }).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
    expect((list?.x ?? 0) + (list?.width ?? 0) - text).toBeLessThan(30);
    await attachScreenshot(page, testInfo, 'right-to-left');
  },
);
