import type { Page } from '@playwright/test';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { inBothBrowsers } from './thorough';

const tag = '@panel';

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** The messages that have the focus in turn while Shift+Tab is pressed from the message field on, each press as one entry. */
async function messagesPassed(page: Page): Promise<(string | null)[]> {
  const passed: (string | null)[] = [];
  for (;;) {
    await page.keyboard.press('Shift+Tab');
    const place = await page.evaluate(() => {
      const element = document.activeElement;
      if (element?.closest('.panel-header') !== null) return 'header';
      return element?.closest('[data-entry]')?.getAttribute('data-entry') ?? null;
    });
    if (place === 'header') return passed;
    passed.push(place);
  }
}

test(
  'with the keyboard alone, the menu and the checkpoints are a few presses away from the message field, and each message is one',
  inBothBrowsers({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    for (const pattern of ['*audio*', '*-preview*', 'o1*']) {
      endpoint.behave(
        inTurn(calls('add_ignore_rule', JSON.stringify({ pattern })), says(`Hidden: ${pattern}`)),
      );
      await panel.ask(`Hide ${pattern}`);
      await panel.finished();
    }
    const field = page.getByRole('textbox', { name: 'Message' });

    await field.focus();
    await page.keyboard.press('Shift+Tab');
    const toMenu = page.getByRole('button', { name: 'Go to the menu' });
    await expect(toMenu).toBeFocused();
    await expect(toMenu).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('Menu');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Checkpoints');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Checkpoints' })).toBeVisible();
    await page.keyboard.press('Escape');

    await field.focus();
    const passed = (await messagesPassed(page)).filter((entry) => entry !== null);
    expect(passed.length, 'one press for each message').toBe(new Set(passed).size);
    expect(passed.length).toBeGreaterThanOrEqual(8);

    const last = page.locator('[data-entry]').last().getByRole('button').last();
    await last.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(last).not.toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(last).toBeFocused();
  },
);
