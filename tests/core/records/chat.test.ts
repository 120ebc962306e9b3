import { describe, expect, it } from 'vitest';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import { conversation } from '@/src/core/records/message';
import type { Message } from '@/src/schema/message';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';

it('a new chat has the documented settings, each of its own', () => {
  expect(newChatSettings()).toEqual({
    connectionId: null,
    model: null,
    modelAlias: null,
    parameters: Object.fromEntries(Object.keys(MODEL_PARAMETERS).map((name) => [name, null])),
    streaming: true,
    prompt: { baseTemplate: null, overrides: {}, exclusions: [] },
    requireToolCall: false,
    toolResultLimit: 20_000,
    checkpointLimit: 20_000,
    roundsPerRun: 10,
    contextBudgetTokens: 8_000,
    approvalPolicy: 'default',
    permissions: {},
    planMode: false,
    toolMemory: { enabled: false, forgetAfterConclusions: 1 },
    cacheMode: 'all-off',
    toolResultAgeing: { enabled: false, limitCharacters: 4_000 },
    trimOldest: { enabled: false, budgetTokens: 180_000 },
    generatesTitle: true,
    keepsSessionLog: false,
    sendsMessages: false,
    contextWindowTokens: null,
    tokenBudget: null,
    leftOutParts: [],
    invalidAttemptLimit: 4,
    requestAttempts: 3,
    retryDelaySeconds: 1,
    takesImages: null,
  });
  const changed = newChatSettings();
  changed.permissions.publish = 'deny';
  changed.prompt.exclusions.push('a:b');
  expect(newChatSettings()).not.toEqual(changed);
});

it('a new chat has the given fields and empty queues', () => {
  const settings = newChatSettings();
  const binding = { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: 'Notes' };
  expect(newChat({ id: 'c', title: 'Notes', atMs: 5, binding, settings, lastStateHash: 'h' })).toEqual({
    id: 'c',
    title: 'Notes',
    titleSource: 'first-message',
    pageTools: [],
    pinnedAtMs: null,
    isUnread: false,
    deletedAtMs: null,
    lastSnapshotId: 0,
    createdAtMs: 5,
    updatedAtMs: 5,
    binding,
    settings,
    lastStateHash: 'h',
    pendingMessage: null,
    pendingEvents: [],
    queuedStatus: null,
  });
});

it('the reasoning efforts are those of the API', () => {
  expect(Object.keys(MODEL_PARAMETERS.reasoningEffort.choices)).toEqual(['minimal', 'low', 'medium', 'high']);
});

describe('the conversation', () => {
  const entry = (id: string, position: number, discardedBy: string | null = null): Message => ({
    role: 'user',
    id,
    chatId: 'c',
    runId: 'r',
    position,
    createdAtMs: 0,
    discardedBy,
    content: id,
    changes: [],
    nonce: 'n',
  });

  it('contains the messages that were not set aside, by position', () => {
    const messages = [entry('c', 7), entry('gone', 3, 'rollback'), entry('a', 0), entry('b', 2)];
    expect(conversation(messages).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(messages.map(({ id }) => id)).toEqual(['c', 'gone', 'a', 'b']);
  });
});
