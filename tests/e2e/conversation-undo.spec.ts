import { menuEntry, settingsSheet, unfold } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

test(
  'an answer’s changes are undone and redone where they are in the conversation',
  { tag },
  async ({ startedChat, endpoint, filterPage }, testInfo) => {
    const { panel } = startedChat;
    const ignored = async () => (await filterPage.readState()).drafts.openai?.ignore;
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('Done.')));
    await panel.converse('Hide the audio models', 'Done.');
    await panel.page.setViewportSize({ width: 280, height: 640 });

    const undo = panel.conversation.getByRole('button', {
      name: /^Undo (the change|\d+ changes) of this answer$/,
    });
    await undo.press('Enter');
    const preview = panel.conversation.getByRole('region', {
      name: /^Undo (the change|\d+ changes) of this answer$/,
    });
    await expect(preview).toContainText('Will undo 1 change on the page. All messages stay.');
    await expect(preview.getByRole('button', { name: 'Cancel' })).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await panel.page.emulateMedia({ colorScheme });
      await attachScreenshot(panel.page, testInfo, `undo-280-${colorScheme}`);
    }
    await preview.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(undo).toBeFocused();
    expect(await ignored()).toEqual(['*mini*', '*audio*']);

    await undo.click();
    await preview.getByRole('button', { name: 'Undo the change', exact: true }).click();
    await expect(panel.conversation).toContainText('Undone · ');
    await expect(undo).toHaveCount(0);
    await expect(panel.message).toBeFocused();
    expect(await ignored()).toEqual(['*mini*']);

    await panel.conversation.getByRole('button', { name: 'Redo what was taken back' }).click();
    await panel.conversation.getByRole('button', { name: 'Redo', exact: true }).click();
    // The menu is opened while the redo runs, and stays open after it.
    const settings = await menuEntry(panel.page, 'Settings');
    await expect(undo).toBeVisible();
    expect(await ignored()).toEqual(['*mini*', '*audio*']);
    await settings.click();

    const sheet = settingsSheet(panel.page);
    await unfold(sheet, 'Appearance');
    await sheet.getByRole('checkbox', { name: 'Show technical rows' }).click();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(panel.conversation.getByText('System prompt')).toBeAttached();
    await panel.conversation.getByRole('button', { name: /^Checkpoint: Before: Hide \*/ }).click();
    await expect(panel.checkpoints.getByRole('radio', { name: /^Before: .*Hide \*/ })).toBeChecked();
    await expect(panel.checkpoints).toContainText('What clients see stays the same until you save.');
    await attachScreenshot(panel.page, testInfo, 'checkpoint-of-a-marker-280-dark');
    await panel.page.emulateMedia({ colorScheme: 'light' });
    // Pointing at another row shows its difference, and chooses nothing.
    await panel.checkpoints.getByText('Chat start').hover();
    await expect(panel.checkpoints).toContainText(/Compared with now: .*removed/);
    await expect(panel.checkpoints.getByRole('radio', { name: 'Chat start' })).not.toBeChecked();
    await attachScreenshot(panel.page, testInfo, 'checkpoint-pointed-at-280-light');
    await panel.keepPage();
    expect(await ignored()).toEqual(['*mini*', '*audio*']);
  },
);

test(
  'a rollback is refused and its preview renewed if a message was added after the preview',
  thorough({ tag }),
  async ({ startedChat, endpoint, filterPage }) => {
    const { panel } = startedChat;
    const change = calls('add_ignore_rule', '{"pattern":"*audio*"}');
    endpoint.behave(inTurn(change, says('Done.'), says('An answer.')));
    await panel.converse('Hide the audio models', 'Done.');
    await panel.openCheckpoints();
    await panel.chooseCheckpoint('Before: ');
    const effect = panel.checkpoints.locator('.checkpoint-effect');
    await expect(effect).toContainText(/set \d+ messages aside/);
    const before = (await effect.textContent()) ?? '';
    const [chat] = await readTable(panel.page, 'chats');
    await sendCommand(panel.page, {
      type: 'send-message',
      chatId: chat?.id,
      text: 'An important question',
    });
    await expect(panel.conversation).toContainText('An answer.');
    await panel.checkpoints.getByRole('button', { name: 'Roll back', exact: true }).click();
    await expect(panel.checkpoints.getByRole('alert')).toContainText('The conversation has changed');
    expect((await filterPage.readState()).drafts.openai?.ignore).toContain('*audio*');
    await expect(effect).not.toHaveText(before);
    await panel.rollBack();
    await expect(panel.conversation).toContainText('messages set aside');
    expect((await filterPage.readState()).drafts.openai?.ignore).not.toContain('*audio*');
  },
);
