import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { createSettingsTransfer } from '@/src/background/storage/settings-transfer';
import { newChatSettings } from '@/src/core/records/chat';
import { imageIdOf } from '@/src/core/records/image';
import type { SettingsImport } from '@/src/core/records/settings-file';
import type { StewardDatabase } from '@/src/store/db';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { createCopyRig } from '../../fakes/copy-rig';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { ownDataOf, whole } from './own-data-of';

/** Files that earlier builds wrote. They are never changed: each later build has to open them. */
const golden = (name: string) => readFileSync(`tests/fixtures/files/${name}`, 'utf8');

let db: StewardDatabase;

beforeEach(async () => {
  db = ownDatabase();
  await browser.storage.local.clear();
});

const TEXTS = ['Add eggs', 'Added.', 'Publish', 'Published.'];
const PROMPT = { baseTemplate: null, overrides: { 'notes:domain': 'Mine.' }, exclusions: [] };

async function textsOf(): Promise<unknown[]> {
  const messages = await db.messages.orderBy('[chatId+position]').toArray();
  return messages.flatMap((message) =>
    (message.role === 'user' || message.role === 'assistant') && message.content !== ''
      ? [message.content]
      : [],
  );
}

describe('the backup of an earlier build', () => {
  it('is shown with its contents, and then restored with all its rows', async () => {
    const { restorePart } = ownDataOf(db);
    const text = golden('backup-8.jsonl');
    expect(await restorePart(whole(text), null)).toEqual({
      chats: 1,
      messages: 9,
      sites: ['http://a.test'],
      changes: [
        { what: 'connection', name: 'Mine', from: null, to: 'https://model.test/v1' },
        { what: 'alias', name: 'smart', from: null, to: 'demo/one · https://model.test/v1' },
        { what: 'saved-prompt', name: 'Tidy up', from: null, to: 'Hide all previews.' },
        { what: 'chat', name: 'prompt', from: newChatSettings().prompt, to: PROMPT },
      ],
      declaresPageData: true,
    });
    expect(await db.messages.count()).toBe(0);
    await restorePart(whole(text), true);
    expect(await textsOf()).toEqual(TEXTS);
    const [chat] = await db.chats.toArray();
    expect(chat?.settings).toMatchObject({
      roundsPerRun: 3,
      prompt: PROMPT,
      permissions: { publish: 'ask' },
    });
    expect(await db.connections.toArray()).toMatchObject([{ label: 'Mine', waits: { firstPieceMs: 1_000 } }]);
    const counts = [db.runs, db.executions, db.chatImages, db.payloads, db.logs];
    expect(await Promise.all(counts.map((table) => table.count()))).toEqual([2, 3, 1, 8, 1]);
  });
});

describe.each(['chat.json', 'chat-first.json'])('the chat of an earlier build, %s', (name) => {
  it('is offered with the settings that differ, and imported with its whole record', async () => {
    const { copies } = createCopyRig(db);
    const text = golden(name);
    expect(await copies.importPart(whole(text), 1, null)).toMatchObject({
      changes: [
        { what: 'chat', name: 'prompt', to: PROMPT },
        { what: 'chat', name: 'roundsPerRun', from: 10, to: 3 },
        { what: 'chat', name: 'sendsMessages', from: false, to: true },
        { what: 'chat', name: 'keepsSessionLog', from: false, to: true },
      ],
      declaresPageData: true,
    });
    expect(await db.chats.count()).toBe(0);
    await copies.importPart(whole(text), 1, ['prompt']);
    expect(await textsOf()).toEqual(TEXTS);
    const [chat] = await db.chats.toArray();
    expect(chat).toMatchObject({ title: 'Add eggs', settings: { prompt: PROMPT, roundsPerRun: 10 } });
    const [image] = await db.chatImages.toArray();
    expect(image?.id).toBe(imageIdOf(image?.data ?? ''));
    const counts = [db.messages, db.runs, db.executions, db.usage, db.chatImages];
    expect(await Promise.all(counts.map((table) => table.count()))).toEqual([9, 2, 3, 4, 1]);
  });
});

describe.each([
  ['settings.json', ['saved-prompt']],
  // Builds before the saved prompts.
  ['settings-first.json', []],
])('the settings of an earlier build, %s', (name, prompts) => {
  it('are shown as changes, and then applied', async () => {
    const adapters = { definitionOf: () => notesAdapter };
    const ids = { newId: () => 'k' };
    const transfer = createSettingsTransfer({ db, adapters, clock: { now: () => 5 }, ids });
    await db.chats.add(aChat({}));
    const send = (digest: string | null) => transfer.importPart('c', whole(golden(name)), digest);
    const { changes, digest } = (await send(null)) as SettingsImport;
    expect(changes).toMatchObject([
      { what: 'connection', name: 'Mine', from: null, to: 'https://model.test/v1' },
      { what: 'alias', name: 'smart', from: null, to: 'demo/one · https://model.test/v1' },
      ...prompts.map((what) => ({ what, name: 'Tidy up', from: null, to: 'Hide all previews.' })),
      { what: 'theme', from: 'system', to: 'dark' },
      { what: 'chat', name: 'prompt', to: PROMPT },
      { what: 'chat', name: 'roundsPerRun', from: 10, to: 3 },
    ]);
    await send(digest);
    expect(await send(null)).toMatchObject({ changes: [] });
    expect(await db.connections.toArray()).toMatchObject([
      { baseUrl: 'https://model.test/v1', hasKey: false, waits: { firstPieceMs: 1_000 } },
    ]);
  });
});
