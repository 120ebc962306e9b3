import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { type ConnectionStore, createConnectionStore } from '@/src/background/storage/connection-store';
import { createSettingsTransfer, type SettingsTransfer } from '@/src/background/storage/settings-transfer';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import { newChatSettings } from '@/src/core/records/chat';
import type { SettingsImport } from '@/src/core/records/settings-file';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import type { Theme } from '@/src/schema/values/extension-settings';
import type { StewardDatabase } from '@/src/store/db';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const SECRETS = ['sk-canary-0815', 'header-canary-4711', 'pathcanary00112233445566778899aabbccdd'];
let db: StewardDatabase;
let connections: ConnectionStore;
let transfer: SettingsTransfer;

/** The parts of a file that the cases change. */
interface SettingsFile {
  connections: object[];
  aliases: { name: string; connection: number; model: string }[];
  savedPrompts?: SavedPrompt[];
  chat: { prompt: PromptSettings } | null;
}

const whole = (text: string) => ({ text, index: 0, isLast: true });
const preview = async (chatId: string | null, text: string) =>
  (await transfer.importPart(chatId, whole(text), null)) as SettingsImport;
const apply = (chatId: string | null, text: string, digest: string) =>
  transfer.importPart(chatId, whole(text), digest);
const setTheme = (theme: Theme) => browser.storage.local.set({ theme });
const theme = async () => (await browser.storage.local.get('theme')).theme;

/** A database with one chat and no connection; the one before is the machine that the file comes from. */
async function nextMachine() {
  db = ownDatabase();
  let made = 0;
  const ids = {
    newId() {
      made += 1;
      return `id-${made}`;
    },
  };
  const clock = { now: () => 5 };
  connections = createConnectionStore({ db, clock, ids });
  await setTheme('system');
  transfer = createSettingsTransfer({
    db,
    adapters: { definitionOf: () => notesAdapter },
    clock,
    ids,
  });
  const binding = { adapterId: 'notes', origin: 'http://here', instanceId: 'i', title: 'Here' };
  await db.chats.add(aChat({ title: 'T', binding }));
}

/** A file of a machine with a connection, an alias, a dark theme and a chat with a limit and a prompt of its own. */
async function exported(): Promise<string> {
  const { connectionId } = await connections.save(
    {
      ...{ connectionId: null, label: 'Home', baseUrl: 'https://home.example/v1', key: SECRETS[0] ?? '' },
      headers: [{ name: 'x-key', value: SECRETS[1] ?? '' }],
    },
    null,
  );
  await connections.save(
    {
      ...{ connectionId: null, label: 'Secret', key: null, headers: [] },
      baseUrl: `https://secret.example/${SECRETS[2]}/v1`,
    },
    null,
  );
  await db.modelAliases.add({ name: 'smart', connectionId, model: 'demo/one' });
  await db.savedPrompts.add({ name: 'Tidy up', text: 'Hide all previews.' });
  await setTheme('dark');
  const settings = {
    ...newChatSettings(),
    roundsPerRun: 3,
    permissions: { save: 'allow' as const },
    prompt: { baseTemplate: null, overrides: { 'notes:domain': 'Mine.' }, exclusions: [] },
  };
  await db.chats.update('c', { settings });
  const { text, leftOut } = await transfer.write('c');
  expect(leftOut).toBe(1);
  return text;
}

const snapshot = async () => ({
  theme: await theme(),
  connections: await db.connections.toArray(),
  aliases: await db.modelAliases.toArray(),
  savedPrompts: await db.savedPrompts.toArray(),
  chats: await db.chats.toArray(),
});

const changed = (text: string, change: (file: SettingsFile) => void) => {
  const file = JSON.parse(text) as SettingsFile;
  change(file);
  return JSON.stringify(file);
};

beforeEach(nextMachine);

describe('a file of settings', () => {
  it('has no key, no header, no secret part of an address, and no permission', async () => {
    const text = await exported();
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(text).not.toContain('x-key');
    expect(text).not.toContain('permissions');
    expect(JSON.parse(text)).toMatchObject({
      format: 'steward-settings',
      version: 1,
      theme: 'dark',
      connections: [{ label: 'Home', baseUrl: 'https://home.example/v1' }],
      aliases: [{ name: 'smart', connection: 0, model: 'demo/one' }],
      chat: { roundsPerRun: 3 },
    });
  });

  it('is shown with each change before anything is changed, and then applied', async () => {
    const text = await exported();
    await nextMachine();
    const before = await snapshot();
    const settingsImport = await preview('c', text);
    expect(settingsImport.changes).toMatchObject([
      { what: 'connection', name: 'Home', from: null, to: 'https://home.example/v1' },
      { what: 'alias', name: 'smart', from: null, to: 'demo/one · https://home.example/v1' },
      { what: 'saved-prompt', name: 'Tidy up', from: null, to: 'Hide all previews.' },
      { what: 'theme', from: 'system', to: 'dark' },
      {
        ...{ what: 'chat', name: 'prompt', from: newChatSettings().prompt },
        to: { overrides: { 'notes:domain': 'Mine.' } },
      },
      { what: 'chat', name: 'roundsPerRun', from: 10, to: 3 },
    ]);
    expect(await snapshot()).toEqual(before);
    await apply('c', text, settingsImport.digest);
    const [connection] = await db.connections.toArray();
    expect(connection).toMatchObject({ label: 'Home', hasKey: false, headerNames: [] });
    expect(await db.modelAliases.toArray()).toEqual([
      { name: 'smart', connectionId: connection?.id, model: 'demo/one' },
    ]);
    expect(await db.savedPrompts.toArray()).toEqual([{ name: 'Tidy up', text: 'Hide all previews.' }]);
    expect((await db.chats.get('c'))?.settings).toMatchObject({ roundsPerRun: 3, permissions: {} });
    expect(await theme()).toBe('dark');
    expect((await preview('c', text)).changes).toEqual([]);
  });

  it('changes an alias whose name differs in case only, and adds no second one', async () => {
    const text = changed(await exported(), ({ aliases }) =>
      aliases.splice(0, 1, { name: 'SMART', connection: 0, model: 'demo/two' }),
    );
    const { changes, digest } = await preview(null, text);
    expect(changes).toMatchObject([
      { what: 'alias', name: 'smart', from: 'demo/one · https://home.example/v1' },
    ]);
    await apply(null, text, digest);
    expect(await db.modelAliases.toArray()).toMatchObject([{ name: 'smart', model: 'demo/two' }]);
  });

  it('changes a saved prompt whose name differs in case only, and deletes none', async () => {
    const text = changed(await exported(), (file) => {
      file.savedPrompts = [{ name: 'TIDY UP', text: 'Hide betas.' }];
    });
    await db.savedPrompts.add({ name: 'Audit', text: 'Count.' });
    const { changes, digest } = await preview(null, text);
    expect(changes).toMatchObject([
      { what: 'saved-prompt', name: 'Tidy up', from: 'Hide all previews.', to: 'Hide betas.' },
    ]);
    await apply(null, text, digest);
    expect(await db.savedPrompts.toArray()).toEqual([
      { name: 'Audit', text: 'Count.' },
      { name: 'Tidy up', text: 'Hide betas.' },
    ]);
  });

  it('without saved prompts, as earlier builds wrote it, leaves them as they are', async () => {
    const text = changed(await exported(), (file) => {
      delete file.savedPrompts;
    });
    expect((await preview(null, text)).changes).toEqual([]);
  });

  it('is not applied if it would make too many saved prompts', async () => {
    const text = await exported();
    await nextMachine();
    const names = Array.from({ length: 100 }, (_, index) => ({ name: `prompt ${index}`, text: 'x' }));
    await db.savedPrompts.bulkAdd(names);
    const { digest } = await preview(null, text);
    const before = await snapshot();
    await expect(apply(null, text, digest)).rejects.toMatchObject({
      message: 'No more than 100 prompts can be saved.',
    });
    expect(await snapshot()).toEqual(before);
  });

  it('changes no chat without one, and no connection of the same address', async () => {
    const text = await exported();
    const before = await snapshot();
    const { changes, digest } = await preview(null, text);
    expect(changes).toEqual([]);
    await apply(null, text, digest);
    expect(await snapshot()).toEqual(before);
  });

  it('warns of a prompt that no longer declares page content as data', async () => {
    const text = await exported();
    await nextMachine();
    expect((await preview('c', text)).declaresPageData).toBe(true);
    const without = changed(text, (file) => file.chat?.prompt.exclusions.push(PAGE_DATA_KEY));
    expect((await preview('c', without)).declaresPageData).toBe(false);
  });

  it('is not applied if the settings changed since it was shown', async () => {
    const text = await exported();
    await nextMachine();
    const { digest } = await preview('c', text);
    await setTheme('light');
    const before = await snapshot();
    await expect(apply('c', text, digest)).rejects.toMatchObject({ code: 'conflict' });
    expect(await snapshot()).toEqual(before);
  });

  it('is not applied at all if a part of it can’t be stored', async () => {
    const text = await exported();
    await nextMachine();
    const { digest } = await preview('c', text);
    const before = await snapshot();
    db.modelAliases.hook('creating', () => {
      throw new Error('no room');
    });
    await expect(apply('c', text, digest)).rejects.toMatchObject({ code: 'storage' });
    expect(await snapshot()).toEqual(before);
  });

  it.each<[string, (text: string) => string]>([
    ['that isn’t JSON', () => 'settings'],
    ['of another kind', () => '{"format":"steward-chat","version":1}'],
    ['of another version', (text) => text.replace('"version": 1', '"version": 2')],
    ['with an unknown field', (text) => changed(text, (file) => Object.assign(file, { key: 'x' }))],
    ['with a key', (text) => changed(text, (file) => Object.assign(file.connections[0] ?? {}, { key: 'x' }))],
    [
      'with a model that new chats would use',
      (text) => changed(text, (file) => Object.assign(file.connections[0] ?? {}, { testedModel: 'x' })),
    ],
    [
      'with an alias whose connection is no number',
      (text) =>
        changed(text, ({ aliases }) => Object.assign(aliases[0] ?? {}, { connection: { toString: 1 } })),
    ],
    ['with a limit out of bounds', (text) => text.replace('"roundsPerRun": 3', '"roundsPerRun": 5000')],
    ['with an address that isn’t one', (text) => text.replace('https://home', 'javascript:home')],
    [
      'with a secret in an address',
      (text) => text.replace('home.example/v1', `home.example/${SECRETS[2]}/v1`),
    ],
    ['with an alias of no connection', (text) => text.replace('"connection": 0', '"connection": 7')],
    [
      'with two aliases that differ in case only',
      (text) => changed(text, ({ aliases }) => aliases.push({ name: 'Smart', connection: 0, model: 'x' })),
    ],
    [
      'with two saved prompts that differ in case only',
      (text) => changed(text, (file) => file.savedPrompts?.push({ name: 'tidy UP', text: 'x' })),
    ],
    [
      'with a saved prompt that has the name of a command',
      (text) => changed(text, (file) => file.savedPrompts?.push({ name: 'Undo', text: 'x' })),
    ],
    ['with a prompt that can’t be used', (text) => text.replace('"Mine."', '"{% if %}"')],
  ])('%s is refused, and changes nothing', async (_, spoil) => {
    const text = spoil(await exported());
    await nextMachine();
    const before = await snapshot();
    await expect(preview('c', text)).rejects.toMatchObject({ code: 'invalid-message' });
    await expect(apply('c', text, '')).rejects.toMatchObject({ code: 'invalid-message' });
    expect(await snapshot()).toEqual(before);
  });
});
