import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Execution } from '@/src/schema/call';
import type { StoredChat } from '@/src/schema/chat';
import type { Message } from '@/src/schema/message';
import type { PageBinding } from '@/src/schema/page-binding';
import type { Run } from '@/src/schema/run';
import type { TokenUsageEntry } from '@/src/schema/usage';
import { ended, storedRun } from '../panel/stored-run';

export const HERE: PageBinding = {
  adapterId: 'x',
  origin: 'http://here',
  instanceId: 'i',
  title: 'Model filter',
};

/** A chat `c` about {@link HERE}, with permissions, a connection and a prompt of its own. */
export function copiedChat(): StoredChat {
  const settings = newChatSettings();
  return newChat({
    id: 'c',
    title: 'Hide previews',
    atMs: 1,
    binding: HERE,
    settings: {
      ...settings,
      connectionId: 'connection',
      model: 'gpt',
      approvalPolicy: 'ask-every-change',
      permissions: { save_changes: 'allow', clear_all: 'deny' },
      prompt: { ...settings.prompt, overrides: { 'core:rules': 'Be brief.' } },
    },
    lastStateHash: 'h-old',
  });
}

const row = (id: string, position: number, runId: string | null, fields: object): Message =>
  ({ id, chatId: 'c', runId, position, createdAtMs: position, discardedBy: null, ...fields }) as Message;
const call = (executionId: string) => ({
  executionId,
  modelCallId: 'call_0',
  name: 'add_rule',
  argumentsText: '{}',
});
const said = (content: string) => ({ role: 'user', content, changes: [], nonce: 'n' });
const answered = (content: string, ...calls: string[]) => ({
  role: 'assistant',
  content,
  reasoning: '',
  reasoningMs: 0,
  toolCalls: calls.map(call),
  finishReason: 'stop',
  model: 'gpt',
  seenStateHash: null,
});
const result = (executionId: string) => ({
  role: 'tool',
  executionId,
  modelCallId: 'call_0',
  name: 'add_rule',
  result: { success: true, message: 'Done.', data: { __proto__: null, hidden: 3 } },
  durationMs: 4,
  pageUpdate: null,
});
const TOKENS = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 0, cacheCreationTokens: 0 };

export const COUNTS = {
  promptTokens: 1,
  completionTokens: 2,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};

/** Its messages: two runs, a rollback and a summary. */
export const MESSAGES: Message[] = [
  row('u1', 0, 'r1', said('Hide the previews')),
  row('a1', 1, 'r1', answered('', 'e1', 'e2')),
  row('t1', 2, 'r1', result('e1')),
  row('t2', 3, 'r1', result('e2')),
  row('a2', 4, 'r1', answered('They are hidden.')),
  row('gone', 5, 'r2', { ...said('Never mind'), discardedBy: 'back' }),
  row('acc', 6, null, {
    role: 'accounting',
    reason: 'Rolled back',
    cumulativeTokens: TOKENS,
    discardedMessages: 1,
  }),
  row('back', 7, null, {
    role: 'rollback',
    kind: 'rollback',
    checkpointId: 'k1',
    safetyCheckpointId: 'k2',
    description: 'Before add_rule',
    stateHash: 'h',
    discardedMessages: 1,
    savedNote: '',
    savedSince: { executionId: 'e1', savedHash: 's' },
  }),
  row('sum', 7.5, null, {
    role: 'summary',
    content: 'Previews are hidden.',
    model: 'gpt',
    state: 'boundary',
  }),
  row('u2', 9, 'r2', said('And the audio ones')),
  row('ev', 10, 'r2', {
    role: 'system',
    scope: 'chat:other',
    content: 'How many?',
    sender: { chatId: 'other', title: 'Shop', kind: 'question', nonce: 'n' },
  }),
];

function execution(id: string, messageId: string): Execution {
  return {
    id,
    chatId: 'c',
    runId: 'r1',
    messageId,
    index: id === 'e1' ? 0 : 1,
    name: 'add_rule',
    effect: 'write',
    state: 'done',
    receivedAtMs: 1,
    startedAtMs: 2,
    write: { page: 'p' } as never,
    leftStateHash: 'h2',
  };
}

export const USAGE: TokenUsageEntry = {
  id: 'usage',
  chatId: 'c',
  runId: 'r1',
  kind: 'response',
  messageId: 'a1',
  position: 1,
  atMs: 1,
  model: 'gpt',
  counts: COUNTS,
  raw: { prompt_tokens: 1 },
};

export const EXECUTIONS: Execution[] = [execution('e1', 'a1'), execution('e2', 'a1')];

export const RUNS: Run[] = [
  storedRun(ended('completed'), {
    id: 'r1',
    openingMessageId: 'u1',
    startedAtMs: 1,
    endedAtMs: 2,
    contextText: 'the page',
  }),
  storedRun(ended('error'), {
    id: 'r2',
    openingMessageId: 'gone',
    startedAtMs: 3,
    endedAtMs: 4,
    error: { code: 'network', message: 'm', remedy: 'r', details: null },
  }),
];
