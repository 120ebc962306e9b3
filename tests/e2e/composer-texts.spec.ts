import { chooseFromMenu } from '@/tests/drive/menu';
import { fallsSilentAfter, says } from '@/tests/fakes/chat-answers';
import { expect, test } from './story-stage';
import { thorough } from './thorough';

const tag = '@panel';

test(
  'a composer text belongs to one panel, and is read by the next one that opens the chat',
  thorough({ tag }),
  async ({ stage, startedChat: { panel }, endpoint }) => {
    endpoint.behave(says('Five.'));
    const inTab = stage.page.getByRole('textbox', { name: 'Message' });
    const send = stage.page.getByRole('button', { name: 'Send' });
    await panel.message.fill('Which models');
    await expect(send).toBeDisabled();
    // Stored once the user pauses; the field is there before its text is read.
    await expect(async () => {
      await stage.page.reload();
      await expect(inTab).toHaveValue('Which models', { timeout: 1_000 });
    }).toPass({ timeout: 10_000 });
    await inTab.fill('Which models are hidden?');
    await send.click();
    await expect(panel.said('Five.')).toBeVisible();
    await expect(inTab).toHaveValue('');
    await expect(panel.message).toHaveValue('Which models');
    await stage.page.reload();
    await expect(stage.page.getByText('Five.')).toBeVisible();
    await expect(inTab).toHaveValue('');
  },
);

test(
  'after a click on Send the keys go on in the field, Escape stops, and what it clears comes back by Ctrl+Z',
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
  },
);

test(
  'what was cleared in one chat can’t be brought into another by Ctrl+Z',
  thorough({ tag }),
  async ({ startedChat: { panel } }) => {
    const { page, message } = panel;
    await message.fill('');
    await message.pressSequentially('For this chat alone');
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

test(
  'a message that a stopped run did not send is given back when the next one takes its place',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    endpoint.behave(fallsSilentAfter('Five models'));
    await panel.ask('Which models are hidden?');
    await expect(panel.said('Five models')).toBeVisible();
    await message.fill('And the audio models?');
    await page.getByRole('button', { name: 'Queue' }).click();
    await expect(page.getByRole('group', { name: 'Queued message' })).toBeVisible();
    await panel.stop();
    await panel.finished();
    endpoint.behave(says('Here I am.'));
    await panel.ask('Are you there still?');
    await panel.finished();
    await expect(page.getByText('The message that was not sent')).toBeVisible();
    await page.getByRole('button', { name: 'Add to message' }).click();
    await expect(message).toHaveValue('And the audio models?');
    await expect(message).toBeFocused();
  },
);

test(
  'a message is not in the composer again if the panel is loaded again right after Enter',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page, message } = panel;
    endpoint.behave(says('Two of them.'));
    await message.pressSequentially('Which rules are there?');
    await page.keyboard.press('Enter');
    await page.reload();
    await panel.answered('Two of them.');
    await expect(message).toHaveValue('');
    await expect(panel.said('Which rules are there?')).toHaveCount(1);
  },
);
