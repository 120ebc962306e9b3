import type { Locator } from '@playwright/test';
import { says, thinksUntil } from '@/tests/fakes/chat-answers';
import { APPROVAL, expect, test } from './approval-fixtures';
import { setRules } from './page-rules';
import { showTechnicalRows } from './show-technical-rows';
import { thorough } from './thorough';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return { ...box, right: box.x + box.width };
}

const backgroundOf = (element: Element) => getComputedStyle(element).backgroundColor;

test(
  'answers are at the left, messages of the user and all times at the right, and no number breaks in a narrow panel',
  APPROVAL,
  async ({ scenario, filterPage }) => {
    const { page } = scenario.panel;
    await setRules(filterPage, { openai: { ignore: ['*audio*', '*realtime*', 'gpt-4*'], whitelist: [] } });
    // The width of Firefox's sidebar by default.
    await page.setViewportSize({ width: 248, height: 900 });
    scenario.modelWill([['save_changes', {}]], 'Done.');
    await scenario.ask('Save it');
    expect(await scenario.view.total('Newly hidden from clients')).toBeGreaterThan(9);
    for (const total of await page.locator('.effect-total').all()) {
      expect(await total.evaluate((element) => element.getClientRects().length)).toBe(1);
      expect((await boxOf(total)).height).toBeLessThan(24);
    }
    await scenario.view.approve();
    const answer = page.locator('.answer', { hasText: 'Done.' });
    // Beside the card the conversation has a scrollbar, and so is narrower.
    await expect(answer).toBeVisible();
    await expect(scenario.panel.approval).toBeHidden();
    const log = await page.locator('.conversation-log').evaluate((element) => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const { left, right } = element.getBoundingClientRect();
      return { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
    });
    expect((await boxOf(answer)).x).toBeCloseTo(log.left, 0);
    await expect(answer).toHaveCSS('text-align', 'start');
    await expect(answer).not.toHaveCSS('background-color', await page.locator('body').evaluate(backgroundOf));
    const call = page.locator('.tool-label').first();
    await expect(call).toHaveCSS('font-family', /mono/);
    await expect(call).not.toHaveCSS('background-color', await page.locator('body').evaluate(backgroundOf));
    expect((await boxOf(page.locator('.bubble'))).right).toBeCloseTo(log.right, 0);
    // A time is shown for the first message of an hour, for a message with the focus (or, if it has actions, the pointer),
    // and with technical rows for all messages.
    await page.mouse.move(0, 0);
    const [opening, ...others] = await page
      .locator('.entry')
      .filter({ has: page.locator('.message-time') })
      .all();
    if (opening === undefined) throw new Error('No message has a time.');
    await expect(opening.locator('.message-time')).toHaveCSS('opacity', '1');
    await expect(opening.getByRole('button').first()).toHaveCSS('opacity', '0');
    // If an hour began during the test, another message opens it and shows its time.
    for (const entry of others)
      if ((await entry.getAttribute('data-opens-hour')) === 'false')
        await expect(entry.locator('.message-time')).toHaveCSS('opacity', '0');
    for (const entry of others) {
      await entry.locator('button, summary').first().focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect(entry.locator('.message-time')).toHaveCSS('opacity', '1');
    }
    await page.locator('.bubble').hover();
    await expect(opening.getByRole('button').first()).toHaveCSS('opacity', '1');
    await showTechnicalRows(page);
    const times = page.locator('.message-time:visible');
    await expect(times).toHaveCount(3);
    for (const time of await times.all()) {
      expect((await boxOf(time)).right).toBeCloseTo(log.right, 0);
      const look = await time.evaluate((element) => {
        const { fontSize, color } = getComputedStyle(element);
        return {
          fontSize: Number.parseFloat(fontSize),
          color,
          around: getComputedStyle(document.body).color,
        };
      });
      expect(look.fontSize).toBeLessThan(13);
      expect(look.color).not.toBe(look.around);
    }
  },
);

test(
  'the notes below a message with its time are shown whole in a narrow panel',
  thorough(APPROVAL),
  async ({ scenario: { panel }, endpoint }) => {
    const { page } = panel;
    await page.setViewportSize({ width: 252, height: 640 });
    endpoint.behave(thinksUntil(new Promise(() => undefined), says('Never.')));
    await panel.ask('Think');
    await panel.stop();
    await panel.finished();
    await page.mouse.move(0, 0);
    await expect(page.locator('.entry[data-opens-hour="true"] .message-time')).toBeVisible();
    for (const words of [/^Stopped\. /, /^Cancelled · /]) {
      const isCovered = await page.getByText(words).evaluate((note) => {
        const range = document.createRange();
        range.selectNodeContents(note);
        return [...range.getClientRects()].some(({ right, top, height }) => {
          const above = document.elementFromPoint(right - 1, top + height / 2);
          return above === null || !note.contains(above);
        });
      });
      expect(isCovered, `${words}`).toBe(false);
    }
  },
);
