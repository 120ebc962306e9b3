import { chooseFromMenu } from '@/tests/drive/menu';
import { fallsSilentAfter, says } from '@/tests/fakes/chat-answers';
import { openDetached } from './open-detached';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

test(
  'a composer text belongs to one panel, and is read by the next one that opens the chat',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint, steward }) => {
    endpoint.behave(says('Five.'));
    const { page, message, said } = await openDetached(steward, panel.page, 'Open in a tab');
    const send = page.getByRole('button', { name: 'Send' });
    await expect(said('Here I am.')).toBeVisible();
    await panel.message.fill('Which models');
    await expect(send).toBeDisabled();
    // Stored once the user pauses; the field is there before its text is read.
    await expect(async () => {
      await page.reload();
      await expect(message).toHaveValue('Which models', { timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
    await message.fill('Which models are hidden?');
    await send.click();
    await expect(panel.said('Five.')).toBeVisible();
    await expect(message).toHaveValue('');
    await expect(panel.message).toHaveValue('Which models');
    await page.reload();
    await expect(said('Five.')).toBeVisible();
    await expect(message).toHaveValue('');
  },
);

test(
  'after a click on Send the keys go on in the field, Escape stops, and what it clears comes back by Ctrl+Z, in this chat alone',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    endpoint.behave(fallsSilentAfter('Five models'));
    await message.fill('Which models are hidden?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(panel.said('Five models')).toBeVisible();
    await page.keyboard.type('And the');
    await expect(message).toHaveValue('And the');
    await page.keyboard.press('Escape');
    await panel.finished();
    await expect(message).toHaveValue('And the');
    await page.keyboard.press('Escape');
    await expect(message).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(message).toHaveValue('And the');

    await page.keyboard.press('Escape');
    await expect(message).toHaveValue('');
    await chooseFromMenu(page, 'New chat');
    await expect(panel.said('Are you there?')).toHaveCount(0);
    await message.focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(message).toHaveValue('');
    await message.pressSequentially('Another');
    await expect(message).toHaveValue('Another');
  },
);
