import { says } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { axeViolations } from './axe-violations';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

test(
  'a message is saved as a prompt, which a slash lists with the commands; an at sign mentions a part of the page',
  thorough({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { page, message } = panel;
    const list = page.getByRole('listbox', { name: 'Saved prompts, recipes and commands' });
    const option = (name: string) => list.getByRole('option', { name });
    const question = 'Which rules hide nothing?\nName each of them.';
    endpoint.behave(says('None.'));
    await message.fill(question);
    await message.press('Control+Enter');
    await panel.answered('None.');
    const asked = page.locator('.entry').filter({ hasText: 'Which rules hide nothing?' });
    await asked.hover();
    await asked.getByRole('button', { name: 'Save as prompt' }).click();
    const sheet = page.getByRole('dialog', { name: 'Save prompt' });
    await expect(sheet.getByRole('textbox', { name: 'Name' })).toHaveValue('Which rules hide nothing?');
    await attachScreenshot(page, testInfo, 'save-prompt');
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Idle rules');
    await sheet.getByRole('button', { name: 'Save prompt' }).click();
    await expect(sheet).toBeHidden();

    await message.pressSequentially('/');
    await expect(option('Idle rules')).toHaveAttribute('aria-selected', 'true');
    await attachLooks(page, testInfo, 'slash', [360, 280, 250]);
    expect(await axeViolations(page, 'html')).toEqual([]);
    await message.press('Enter');
    await expect(message).toHaveValue(question);
    await message.press('Control+z');
    await expect(message).toHaveValue('/');
    await message.fill('');

    await message.pressSequentially('/plan');
    await message.press('Enter');
    await expect(message).toHaveValue('');
    await expect(page.getByRole('button', { name: 'Permissions: Plan first' })).toBeVisible();

    await message.pressSequentially('/');
    await expect(option('Idle rules')).toBeVisible();
    await message.press('F2');
    const edited = page.getByRole('dialog', { name: 'Edit saved prompt' });
    await edited.getByRole('button', { name: 'Delete' }).click();
    await edited.getByRole('button', { name: 'Delete prompt' }).click();
    await expect(edited).toBeHidden();
    await expect(message).toBeFocused();

    const parts = page.getByRole('listbox', { name: 'Parts of the page' });
    await message.fill('');
    await message.pressSequentially('Which models has @provider:op');
    await expect(parts.getByRole('option', { name: 'openai provider' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.setViewportSize({ width: 360, height: 600 });
    await attachScreenshot(page, testInfo, 'mention-list');
    await message.press('Enter');
    await expect(message).toHaveValue('Which models has @provider:openai ');
    endpoint.behave(says('Many.'));
    await message.press('Control+Enter');
    await panel.answered('Many.');
    const sent = endpoint.chats().flatMap(({ body }) => body.messages.map(({ content }) => String(content)));
    expect(sent.join('\n')).toContain('@provider:openai\n  provider: openai\n');
    const mentioned = page.locator('.entry').filter({ hasText: 'Which models has' });
    await expect(mentioned.locator('strong')).toHaveText('@provider:openai');
    await mentioned.getByText('1 part of the page went with it').click();
    await expect(mentioned.getByText('visible models:')).toBeVisible();
    await attachScreenshot(page, testInfo, 'mention-sent');

    endpoint.behave(says('That is a path.'));
    await message.pressSequentially('/etc/hosts');
    await expect(list).toBeHidden();
    await message.press('Control+Enter');
    await expect(panel.said('/etc/hosts')).toBeVisible();
    await panel.answered('That is a path.');
  },
);

test(
  'names that differ only at their ends are shown whole in a narrow list',
  thorough({ tag: '@panel' }),
  async ({ filterPage, startedChat: { panel } }, testInfo) => {
    const { page, message } = panel;
    await filterPage.chooseProvider('gemini');
    await message.pressSequentially('@flash-thinking');
    const names = page.getByRole('option').locator('.menu-words > bdi');
    await expect(names).toHaveText([
      'gemini/gemini-2.0-flash-thinking-exp',
      'gemini/gemini-2.0-flash-thinking-exp-01-21',
      'gemini/gemini-2.0-flash-thinking-exp-1219',
    ]);
    for (const width of [360, 250]) {
      await page.setViewportSize({ width, height: 600 });
      await attachScreenshot(page, testInfo, `long-names-${width}`);
      const cut = await names.evaluateAll(
        (all) =>
          all.filter(
            (name) =>
              name.scrollWidth > (name.parentElement?.clientWidth ?? 0) ||
              name.scrollHeight > name.clientHeight,
          ).length,
      );
      expect(cut, `at ${width}`).toBe(0);
    }
  },
);
