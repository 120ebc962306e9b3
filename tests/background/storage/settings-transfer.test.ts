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
import { HERE } from '@/tests/fakes/copied-chat';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';
import { whole } from './own-data-of';

const SECRETS = ['sk-canary-0815', 'header-canary-4711', 'pathcanary00112233445566778899aabbccdd'] as const;
let db: StewardDatabase;
let connections: ConnectionStore;
let transfer: SettingsTransfer;

/** The parts of a file that the cases change. */
interface SettingsFile {
  connections: object[];
  aliases: { name: string; connection: number; model: string }[];
  savedPrompts: SavedPrompt[];
  chat: { prompt: PromptSettings };
}

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
  const ids = { newId: () => `id-${++made}` };
  const clock = { now: () => 5 };
  connections = createConnectionStore({ db, clock, ids });
  await setTheme('system');
  transfer = createSettingsTransfer({ db, adapters: { definitionOf: () => notesAdapter }, clock, ids });
  await db.chats.add(aChat({ binding: HERE }));
}

/** A file of a machine with a connection, an alias, a dark theme and a chat with a limit and a prompt of its own. */
async function exported(): Promise<string> {
  const [key, header, path] = SECRETS;
  const home = { connectionId: null, label: 'Home', baseUrl: 'https://home.example/v1', key };
  const { connectionId } = await connections.save(
    { ...home, headers: [{ name: 'x-key', value: header }] },
    null,
  );
  const secret = { label: 'Secret', key: null, headers: [], baseUrl: `https://secret.example/${path}/v1` };
  await connections.save({ ...secret, connectionId: null }, null);
  await connections.setPrices(connectionId, 'demo/one', { input: 3, output: 15 });
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

const snapshot = async () =>
  Promise.all([
    theme(),
    ...[db.connections, db.modelAliases, db.savedPrompts, db.chats].map((table) =>
      table.toCollection().toArray(),
    ),
  ]);

async function expectRefused(apply: () => Promise<unknown>, code: string): Promise<void> {
  const before = await snapshot();
  await expect(apply()).rejects.toMatchObject({ code });
  expect(await snapshot()).toEqual(before);
}

const changed = (text: string, change: (file: SettingsFile) => object) => {
  const file = JSON.parse(text) as SettingsFile;
  return JSON.stringify({ ...file, ...change(file) });
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
      connections: [
        {
          label: 'Home',
          baseUrl: 'https://home.example/v1',
          prices: [{ model: 'demo/one', input: 3, output: 15 }],
        },
      ],
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
    const aliases = [{ name: 'SMART', connection: 0, model: 'demo/two' }];
    const text = changed(await exported(), () => ({ aliases }));
    const { changes, digest } = await preview(null, text);
    expect(changes).toMatchObject([
      { what: 'alias', name: 'smart', from: 'demo/one · https://home.example/v1' },
    ]);
    await apply(null, text, digest);
    expect(await db.modelAliases.toArray()).toMatchObject([{ name: 'smart', model: 'demo/two' }]);
  });

  it('changes a saved prompt whose name differs in case only, and deletes none', async () => {
    const savedPrompts = [{ name: 'TIDY UP', text: 'Hide betas.' }];
    const text = changed(await exported(), () => ({ savedPrompts }));
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
    const text = changed(await exported(), () => ({ savedPrompts: undefined }));
    expect((await preview(null, text)).changes).toEqual([]);
  });

  it('shows the calls of a recipe whole, also if only they differ, and keeps them once they were read', async () => {
    const pattern = '*-preview*'.repeat(19);
    const recipe = { adapterId: 'notes', calls: [{ name: 'add_note', args: { text: pattern } }] };
    const text = changed(await exported(), () => ({
      savedPrompts: [{ name: 'Tidy up', text: 'Hide all previews.', recipe }],
    }));
    const { changes, digest } = await preview(null, text);
    expect(changes).toEqual([
      {
        ...{ what: 'saved-prompt', name: 'Tidy up', from: 'Hide all previews.' },
        to: `Hide all previews.\nnotes: add_note({"text":"${pattern}"})`,
      },
    ]);
    expect(await db.savedPrompts.toArray()).toEqual([{ name: 'Tidy up', text: 'Hide all previews.' }]);
    await apply(null, text, digest);
    expect(await db.savedPrompts.toArray()).toMatchObject([{ name: 'Tidy up', recipe }]);
    expect(JSON.parse((await transfer.write(null)).text)).toMatchObject({ savedPrompts: [{ recipe }] });
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
    const without = changed(text, ({ chat }) => ({
      chat: { ...chat, prompt: { ...chat.prompt, exclusions: [PAGE_DATA_KEY] } },
    }));
    expect((await preview('c', without)).declaresPageData).toBe(false);
  });

  it.each<[string, () => Promise<unknown>, () => unknown, string]>([
    [
      'it would make too many saved prompts',
      () =>
        db.savedPrompts.bulkAdd(
          Array.from({ length: 100 }, (_, index) => ({ name: `prompt ${index}`, text: 'x' })),
        ),
      () => undefined,
      'invalid-message',
    ],
    ['the settings changed since it was shown', nextMachine, () => setTheme('light'), 'conflict'],
    [
      'a part of it can’t be stored',
      nextMachine,
      () =>
        db.modelAliases.hook('creating', () => {
          throw new Error('no room');
        }),
      'storage',
    ],
  ])('is not applied at all if %s', async (_, before, meanwhile, code) => {
    const text = await exported();
    await nextMachine();
    await before();
    const { digest } = await preview('c', text);
    await meanwhile();
    await expectRefused(() => apply('c', text, digest), code);
  });

  it.each<[string, (file: SettingsFile) => object]>([
    ['of another kind', () => ({ format: 'steward-chat' })],
    ['of another version', () => ({ version: 2 })],
    ['with an unknown field', () => ({ key: 'x' })],
    ['with a key', ({ connections: [home] }) => ({ connections: [{ ...home, key: 'x' }] })],
    [
      'with a model that new chats would use',
      ({ connections: [home] }) => ({ connections: [{ ...home, testedModel: 'x' }] }),
    ],
    [
      'with an alias whose connection is no number',
      ({ aliases: [smart] }) => ({ aliases: [{ ...smart, connection: { toString: 1 } }] }),
    ],
    ['with a limit out of bounds', ({ chat }) => ({ chat: { ...chat, roundsPerRun: 5_000 } })],
    [
      'with an address that isn’t one',
      ({ connections: [home] }) => ({ connections: [{ ...home, baseUrl: 'javascript:home' }] }),
    ],
    [
      'with a secret in an address',
      ({ connections: [home] }) => ({
        connections: [{ ...home, baseUrl: `https://home.example/${SECRETS[2]}/v1` }],
      }),
    ],
    [
      'with an alias of no connection',
      ({ aliases: [smart] }) => ({ aliases: [{ ...smart, connection: 7 }] }),
    ],
    [
      'with two aliases that differ in case only',
      ({ aliases: [smart] }) => ({ aliases: [smart, { ...smart, name: 'Smart' }] }),
    ],
    [
      'with two saved prompts that differ in case only',
      ({ savedPrompts: [tidy] }) => ({ savedPrompts: [tidy, { ...tidy, name: 'tidy UP' }] }),
    ],
    [
      'with a saved prompt that has the name of a command',
      () => ({ savedPrompts: [{ name: 'Undo', text: 'x' }] }),
    ],
    [
      'with a recipe without calls',
      ({ savedPrompts: [tidy] }) => ({
        savedPrompts: [{ ...tidy, recipe: { adapterId: 'notes', calls: [] } }],
      }),
    ],
    [
      'with a recipe that is too long',
      ({ savedPrompts: [tidy] }) => ({
        savedPrompts: [
          { ...tidy, recipe: { adapterId: 'n', calls: [{ name: 'a', args: { b: 'x'.repeat(10_000) } }] } },
        ],
      }),
    ],
    [
      'with a prompt that can’t be used',
      ({ chat }) => ({
        chat: { ...chat, prompt: { ...chat.prompt, overrides: { 'notes:domain': '{% if %}' } } },
      }),
    ],
  ])('%s is refused, and changes nothing', async (_, change) => {
    const text = changed(await exported(), change);
    await nextMachine();
    await expectRefused(() => preview('c', text), 'invalid-message');
    await expectRefused(() => apply('c', text, ''), 'invalid-message');
  });

  it('that isn’t JSON is refused', async () => {
    await expectRefused(() => preview('c', 'settings'), 'invalid-message');
  });
});
