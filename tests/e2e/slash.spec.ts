import { says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { axeViolations } from './axe-violations';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

test(
  'a slash lists the menu’s commands; keys choose one, and a text that is none is sent',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page, message } = panel;
    const list = page.getByRole('listbox', { name: 'Commands' });
    const option = (name: string) => list.getByRole('option', { name, exact: true });
    await message.pressSequentially('/');
    await expect(option('New chat')).toHaveAttribute('aria-selected', 'true');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [280, 250]) {
        await page.setViewportSize({ width, height: 600 });
        await attachScreenshot(page, testInfo, `slash-${colorScheme}-${width}`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      }
    }
    expect(await axeViolations(page, 'html')).toEqual([]);
    await message.pressSequentially('s');
    await expect(list.getByRole('option')).toHaveText(['Summarize Conversation', 'Settings']);
    await message.press('ArrowDown');
    await expect(message).toHaveAttribute(
      'aria-activedescendant',
      (await option('Settings').getAttribute('id')) ?? '',
    );
    await message.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Settings', exact: true });
    await expect(sheet).toBeVisible();
    await expect(message).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(message).toBeFocused();

    await message.pressSequentially('/c');
    await message.press('Escape');
    await expect(list).toBeHidden();
    await expect(message).toHaveValue('/c');
    await message.fill('');

    endpoint.behave(says('That is a path.'));
    await message.pressSequentially('/etc/hosts');
    await expect(list).toBeHidden();
    await message.press('Control+Enter');
    await expect(panel.said('/etc/hosts')).toBeVisible();
    await panel.answered('That is a path.');

    await message.pressSequentially('/');
    await option('Help & data').click();
    await expect(page.getByRole('dialog', { name: 'Help & data' })).toBeVisible();
  },
);
