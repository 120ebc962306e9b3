import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '@/src/background/panel-server/command-context';
import { endpointHandlers } from '@/src/background/panel-server/command-handlers';
import { settingsHandlers } from '@/src/background/panel-server/settings-handlers';
import { newChatSettings } from '@/src/core/records/chat';
import { settingsCommands } from '@/src/messages/settings-commands';
import type { Chat } from '@/src/schema/chat';
import { chatSettingsPatchSchema, type PromptSettings } from '@/src/schema/chat-settings';
import { say } from '@/src/schema/values/said';
import { withPatch } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS, type ChatSettingsPatch } from '@/src/schema/values/settings';
import { commandContext } from '@/tests/fakes/command-context';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { createMemoryLogger, type GivenEntry } from '../../core/logging/memory-logger';
import { aChat } from '../a-chat';

const NONE = newChatSettings().prompt;
let chat: Chat;
let logged: GivenEntry[];
let noted: string[];
let looked: string[];
let context: CommandContext;

beforeEach(() => {
  const binding = { adapterId: 'notes', origin: 'http://here', instanceId: 'i', title: 'Here' };
  const settings = newChatSettings();
  chat = aChat({ title: 'T', binding, settings });
  const { logger, entries } = createMemoryLogger('info');
  logged = entries;
  noted = [];
  looked = [];
  const change = (changes: Partial<Chat['settings']>) => {
    chat = { ...chat, settings: { ...chat.settings, ...changes } };
  };
  context = commandContext({
    chats: {
      byId: async () => chat,
      setSettings: async (_, patch) => change(withPatch(CHAT_SETTINGS, chat.settings, patch)),
      setPrompt: async (_, prompt) => change({ prompt }),
      setPolicy: async (_, policy) => {
        const isSame = chat.settings.approvalPolicy === policy.approvalPolicy;
        change({ approvalPolicy: policy.approvalPolicy ?? chat.settings.approvalPolicy });
        return isSame ? [] : [`approvals: ${policy.approvalPolicy}`];
      },
    },
    adapters: async () => ({ definitionOf: () => notesAdapter }),
    journal: { knownPage: async () => null },
    aliases: {
      add: async () => ['d'],
      save: async () => ['c', 'd'],
      remove: async () => undefined,
      use: async (_, name) => ({ name, connectionId: 'k', model: 'demo/one' }),
    },
    transfer: {
      write: async () => ({ text: '{}', leftOut: 0 }),
      importPart: async (_chatId, { isLast }, digest) => {
        if (!isLast) return null;
        return digest === null ? { changes: [], declaresPageData: true, digest: '' } : { chatIds: ['d'] };
      },
    },
    loop: { noteSettings: async (chatId) => void noted.push(chatId) },
    look: async (chatId) => void looked.push(chatId),
    log: logger,
  });
});

const setPrompt = (changes: Partial<PromptSettings>) =>
  settingsHandlers['set-prompt'](
    { type: 'set-prompt', chatId: 'c', prompt: { ...NONE, ...changes } },
    context,
  );

describe('the settings of a chat', () => {
  const set = (patch: ChatSettingsPatch) =>
    settingsHandlers['set-settings']({ type: 'set-settings', chatId: 'c', patch }, context);

  it('are stored, and the log has what was changed', async () => {
    await set({ roundsPerRun: 3, toolMemory: { enabled: true } });
    expect(chat.settings).toMatchObject({ roundsPerRun: 3, toolMemory: { enabled: true } });
    expect(logged).toMatchObject([
      { topic: 'chat.settings', data: { roundsPerRun: 3, toolMemory: { enabled: true } } },
    ]);
    expect(looked).toEqual([]);
  });

  it('that leave out parts of the page update the page line', async () => {
    await set({ leftOutParts: ['**/links'] });
    expect(looked).toEqual(['c']);
    await expect(set({ leftOutParts: ['user[s]/**'] })).rejects.toMatchObject({ code: 'invalid-message' });
    expect(chat.settings.leftOutParts).toEqual(['**/links']);
  });

  it.each<[string, object]>([
    ['names the policy', { approvalPolicy: 'default' }],
    ['names permissions', { permissions: { save: 'allow' } }],
    ['names plan mode', { planMode: false }],
    ['names the prompt', { prompt: NONE }],
    ['names the connection', { connectionId: 'k' }],
    ['names an unknown setting', { other: 1 }],
    ['names an unknown field', { parameters: { other: 1 } }],
    ['has a value above its bound', { roundsPerRun: 1_001 }],
    ['has a field above its bound', { parameters: { temperature: 2.1 } }],
    ['has null for a setting that can’t be', { streaming: null }],
    ['has undefined for a setting', { roundsPerRun: undefined }],
  ])('are refused if the patch %s', (_, patch) => {
    expect(chatSettingsPatchSchema.safeParse({ streaming: true }).success).toBe(true);
    expect(chatSettingsPatchSchema.safeParse({ streaming: true, ...patch }).success).toBe(false);
  });
});

it('the loop is notified when a chat’s policy changes, but not when the same policy is set again', async () => {
  const policy = { approvalPolicy: 'read-only', planMode: null, permissions: {} } as const;
  for (let times = 0; times < 2; times += 1)
    await settingsHandlers['set-policy']({ type: 'set-policy', chatId: 'c', ...policy }, context);
  expect(noted).toEqual(['c']);
});

describe('the changes to a system prompt', () => {
  it('are stored, and the log names the parts without their texts', async () => {
    await setPrompt({ overrides: { 'steward:role': 'A secret plan.' }, exclusions: ['notes:domain'] });
    expect(chat.settings.prompt).toEqual({
      baseTemplate: null,
      overrides: { 'steward:role': 'A secret plan.' },
      exclusions: ['notes:domain'],
    });
    expect(logged).toMatchObject([
      {
        topic: 'chat.prompt',
        data: { hasLayout: false, replaced: ['steward:role'], leftOut: ['notes:domain'] },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret plan');
  });

  it.each<[string, Partial<PromptSettings>]>([
    ['a replacement', { overrides: { 'steward:role': '{% if %}' } }],
    ['the layout', { baseTemplate: '{{ nothing }}' }],
  ])('are refused as a whole if %s can’t be used', async (_, changes) => {
    await expect(setPrompt({ exclusions: ['notes:domain'], ...changes })).rejects.toMatchObject({
      code: 'invalid-message',
      remedy: say('error.background.promptRefusedRemedy'),
    });
    expect(chat.settings.prompt).toEqual(NONE);
    expect(logged).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['too many parts', { ...NONE, exclusions: Array.from({ length: 201 }, (_, index) => `a:${index}`) }],
    [
      'texts that are too long',
      { ...NONE, overrides: { 'a:b': 'x'.repeat(300_000), 'a:c': 'x'.repeat(200_001) } },
    ],
    ['an unknown field', { ...NONE, extra: true }],
  ])('don’t fit their schema with %s', (_, prompt) => {
    const schema = settingsCommands.find((one) => one.shape.type.value === 'set-prompt');
    expect(schema?.safeParse({ type: 'set-prompt', chatId: 'c', prompt: NONE }).success).toBe(true);
    expect(schema?.safeParse({ type: 'set-prompt', chatId: 'c', prompt }).success).toBe(false);
  });
});

describe('an alias', () => {
  it.each([
    ['gets another model', false, ['c', 'd']],
    ['is added', true, ['d']],
  ])('that %s lets every chat that uses it continue', async (_, isNew, chatIds) => {
    const alias = { type: 'save-alias', name: 'smart', connectionId: 'k', model: 'demo/one' } as const;
    await endpointHandlers['save-alias']({ ...alias, isNew }, context);
    expect(noted).toEqual(chatIds);
    expect(logged).toMatchObject([{ topic: 'settings.alias', data: { model: 'demo/one' } }]);
  });

  it('that a chat uses from now on lets it continue, and is in the log with its model', async () => {
    await endpointHandlers['choose-model'](
      { type: 'choose-model', chatId: 'c', choice: { alias: 'smart' } },
      context,
    );
    expect(noted).toEqual(['c']);
    expect(logged).toMatchObject([
      { topic: 'chat.model', message: 'The model is demo/one now, by the alias smart.' },
    ]);
  });
});

it('an import lets chats whose alias changed continue, once it is confirmed', async () => {
  const part = { type: 'import-settings', chatId: null, text: '{}', index: 0 } as const;
  await settingsHandlers['import-settings']({ ...part, isLast: false, digest: '' }, context);
  await settingsHandlers['import-settings']({ ...part, isLast: true, digest: null }, context);
  expect(noted).toEqual([]);
  await settingsHandlers['import-settings']({ ...part, isLast: true, digest: '' }, context);
  expect(noted).toEqual(['d']);
});
