import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openHelp } from '@/tests/drive/menu';
import { calls, inTurn, says } from '@/tests/fakes/chat-answers';
import { connectDemo } from './connect-demo';
import { type OpenPanel, test as plainTest } from './fixtures';
import { readTable } from './read-table';
import { restartWorker } from './restart-worker';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

/** The tab with all of Steward's data. */
function dataTab({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'Help & data' });
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  return {
    sheet,
    button,
    async open() {
      await openHelp(page, 'Data');
      await sheet.getByRole('region', { name: 'Backup' }).waitFor();
    },
    close: () => button('Close').click(),
    /** Clicks a button that saves a file; resolves with its content. */
    async save(name: string): Promise<Buffer> {
      const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
      return readFile(await download.path());
    },
  };
}

/** Deletes all runs behind Steward's back, as a disk that loses data does. */
function loseRuns(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('steward');
        opening.onsuccess = () => {
          const removing = opening.result.transaction('runs', 'readwrite').objectStore('runs').clear();
          removing.onerror = () => reject(removing.error);
          removing.onsuccess = () => {
            opening.result.close();
            resolve(null);
          };
        };
      }),
  );
}

/** A restore gives the delimiters of page data new values. */
const withoutNonces = (rows: unknown): unknown =>
  JSON.parse(JSON.stringify(rows).replace(/"nonce":"[^"]*"/g, '"nonce":""'));

test(
  'after a backup, the deletion of all data and a restore, chats and conversation are as before; a damaged backup restores nothing',
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
    const choose = (buffer: Buffer) =>
      data.sheet
        .getByLabel('Backup file')
        .setInputFiles({ name: 'backup.jsonl', mimeType: 'application/jsonl', buffer });
    await choose(Buffer.from(backup.toString().replaceAll('"role":"user"', '"role":"admin"')));
    await expect(data.sheet.getByRole('alert')).toContainText('This backup was changed after it was saved.');
    await choose(backup);
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

plainTest(
  'the check of the stored data says what is missing, and deletes nothing; when the worker starts, that is announced until the user has seen it',
  thorough({ tag }),
  async ({ filterPage, openPanel, playground, steward }) => {
    const panel = await connectDemo(await openPanel(filterPage.page), playground);
    const { page } = panel;
    await panel.ask('Which models are hidden?');
    await panel.finished();
    const data = dataTab(panel);
    const notice = page.getByText('Some of Steward’s stored data doesn’t fit together.');
    const missing = data.sheet.getByText(/The last run of “.+” is missing/);
    await data.open();
    await data.button('Check data').click();
    await expect(data.sheet.getByText('Everything fits together.')).toBeVisible();
    await data.close();
    await expect(notice).toBeHidden();

    await loseRuns(page);
    await restartWorker(steward, page);
    await expect(notice).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Show what was found' }).click();
    await expect(data.sheet.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
    await expect(missing).toBeVisible();
    await data.button('Check data').click();
    // The finding of the check at the start, and that of this check.
    await expect(missing).toHaveCount(2);
    await data.button('Don’t show again').click();
    await data.close();
    await expect(notice).toBeHidden();
    await expect(panel.said('Which models are hidden?')).toBeVisible();
  },
);
