import { says } from '@/tests/fakes/chat-answers';
import { expect, test } from './strict-test';
import { inBothBrowsers } from './thorough';

test(
  'what is sent by Enter or by a click while the panel opens, or right before it is loaded again, is sent once',
  inBothBrowsers({ tag: '@panel' }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    const expectSentOnce = async (text: string) => {
      await panel.answered(`Answer to: ${text}`);
      await expect(panel.said(text).filter({ hasNotText: 'Answer' })).toHaveCount(1);
      await expect(message).toHaveValue('');
      const asked = endpoint.chats().filter(({ body }) => body.messages.at(-1)?.content?.startsWith(text));
      expect(asked).toHaveLength(1);
    };
    const ask = (text: string) => {
      endpoint.behave(says(`Answer to: ${text}`));
      return text;
    };
    const first = ask('Which rules are there?');
    await page.reload({ waitUntil: 'commit' });
    await message.waitFor();
    // The field has the focus since the first paint.
    await page.keyboard.type(first);
    await page.keyboard.press('Enter');
    await expectSentOnce(first);

    const second = ask('And which models?');
    await page.reload({ waitUntil: 'commit' });
    await message.fill(second);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSentOnce(second);

    const third = ask('And which providers?');
    await message.pressSequentially(third);
    await page.keyboard.press('Enter');
    await page.reload();
    await expectSentOnce(third);
  },
);
