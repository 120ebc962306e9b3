import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { dataTab, loseRuns } from './data-tab';
import { readTable } from './read-table';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

/** A restore gives the delimiters of page data new values. */
const withoutNonces = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows).replace(/"nonce":"[^"]*"/g, '"nonce":""'));

test(
  'after a backup, the deletion of all data and a restore, chats and conversation are as before',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('**Audio** is hidden.')));
    await panel.converse('Hide the audio models', 'Audio is hidden.');
    // The panel shows the call's line and its Undo button later than the answer.
    await expect(
      panel.conversation.getByRole('button', { name: 'Undo the change of this answer' }),
    ).toBeVisible();
    await expect(panel.toolCards('add_ignore_rule')).toContainText('Hide');
    // Names become buttons when the page has answered that it can show them.
    await expect(panel.conversation.locator('.page-name')).not.toHaveCount(0);
    const before = await panel.conversation.innerHTML();
    const messages = await readTable(page, 'messages');
    const data = dataTab(panel);
    await data.open();
    const backup = await data.save('Save backup');
    expect(backup.toString()).toContain('Hide the audio models');
    expect(backup.toString()).not.toContain(endpoint.apiKey);

    await data.button('Delete all my data…').click();
    await data.button('Delete all my data').click();
    await expect(data.sheet).toBeHidden();
    await expect(panel.said('Are you there?')).toHaveCount(0);
    expect(await readTable(page, 'messages')).toEqual([]);
    expect(await readTable(page, 'connectionSecrets')).toEqual([]);

    await data.open();
    await data.sheet
      .getByLabel('Backup file')
      .setInputFiles({ name: 'backup.jsonl', mimeType: 'application/jsonl', buffer: backup });
    await expect(data.sheet.getByRole('region', { name: 'Contents of the backup' })).toContainText('/v1');
    expect(await readTable(page, 'messages')).toEqual([]);
    await data.button('Restore').click();
    await expect(data.sheet).toBeHidden();
    expect(withoutNonces(await readTable(page, 'messages'))).toEqual(withoutNonces(messages));
    expect(await readTable(page, 'connectionSecrets')).toEqual([]);
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    const chats = page.getByRole('dialog', { name: 'Chats' });
    await chats.locator('.chat-row', { hasText: 'Are you there?' }).click();
    await expect(chats).toBeHidden();
    await expect(panel.said('Audio is hidden.')).toBeVisible();
    await expect.poll(() => panel.conversation.innerHTML()).toBe(before);
  },
);

test(
  'a backup that was damaged is refused, and nothing is restored',
  thorough({ tag }),
  async ({ startedChat: { panel } }) => {
    const { page } = panel;
    const data = dataTab(panel);
    await data.open();
    const backup = (await data.save('Save backup')).toString();
    await data.button('Delete all my data…').click();
    await data.button('Delete all my data').click();
    await expect(data.sheet).toBeHidden();
    await data.open();
    const damaged = backup.replaceAll('"role":"user"', '"role":"admin"');
    await data.sheet
      .getByLabel('Backup file')
      .setInputFiles({ name: 'backup.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(damaged) });
    await expect(data.sheet.getByRole('alert')).toContainText('This backup was changed after it was saved.');
    expect(await readTable(page, 'messages')).toEqual([]);
  },
);

test(
  'the check of the stored data says what is missing, and deletes nothing',
  thorough({ tag }),
  async ({ startedChat: { panel } }) => {
    const { page } = panel;
    const data = dataTab(panel);
    await data.open();
    await data.button('Check data').click();
    await expect(data.sheet.getByText('Everything fits together.')).toBeVisible();
    const messages = await readTable(page, 'messages');
    await loseRuns(page);
    await data.button('Check data').click();
    // The last of them: a worker that has started meanwhile has found it, too.
    await expect(data.sheet.getByText('The last run of “Are you there?” is missing').last()).toBeVisible();
    expect(await readTable(page, 'messages')).toEqual(messages);
  },
);

test(
  'a chat log holds what was sent, every call and each change, and no key; what was sent can be deleted alone',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }) => {
    const { page } = panel;
    const data = dataTab(panel);
    await data.open();
    const keeps = data.sheet.getByLabel('Keep what is sent and received');
    // Not `check`: the box shows what is stored, which takes a moment.
    await keeps.click();
    await expect(keeps).toBeChecked();
    await data.close();
    endpoint.behave(inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), says('Audio is hidden.')));
    await panel.converse('Hide the audio models', 'Audio is hidden.');

    await data.open();
    const text = (await data.save('Export chat log')).toString();
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const ofKind = (wanted: string) => lines.filter(({ kind }) => kind === wanted);
    expect(ofKind('payload').map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['llm.request', 'llm.response']),
    );
    expect(JSON.stringify(ofKind('payload'))).toContain('Hide the audio models');
    expect(ofKind('call')).toMatchObject([{ tool: 'add_ignore_rule', isSetAside: false }]);
    expect(ofKind('change')).toMatchObject([{ subject: 'add_ignore_rule' }]);
    expect(text).not.toContain(endpoint.apiKey);

    const messages = await readTable(page, 'messages');
    await data.sheet.getByRole('button', { name: /^Delete this chat log \(\d+ kB\)…$/ }).click();
    await data.button('Delete chat log').click();
    await expect(data.sheet.getByRole('button', { name: /^Delete this chat log/ })).toHaveCount(0);
    expect(await readTable(page, 'payloads')).toEqual([]);
    expect(await readTable(page, 'messages')).toEqual(messages);
  },
);
