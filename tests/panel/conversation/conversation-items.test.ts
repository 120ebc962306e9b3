import { describe, expect, it } from 'vitest';
import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@/src/core/chat/message';
import type { LiveTail } from '@/src/core/loop/live-tail';
import type { Execution, Run } from '@/src/core/loop/run';
import type { RunStatus } from '@/src/core/loop/run-status';
import {
  type ConversationRecord,
  recordedItems,
  streamingItems,
} from '@/src/panel/conversation/conversation-items';

const base = { chatId: 'c', runId: 'r', position: 0, createdAtMs: 0, discardedBy: null };

const question: UserMessage = { ...base, id: 'u', role: 'user', content: 'Hide it', changes: [], nonce: 'n' };

const response: AssistantMessage = {
  ...base,
  id: 'm',
  role: 'assistant',
  content: 'One rule.',
  reasoning: 'hm',
  reasoningMs: 900,
  toolCalls: [
    { executionId: 'x', modelCallId: 'call_0', name: 'add_rule', argumentsText: '{"pattern":"*"}' },
  ],
  finishReason: 'tool_calls',
  model: 'demo',
};

const result: ToolMessage = {
  ...base,
  id: 't',
  role: 'tool',
  executionId: 'x',
  modelCallId: 'call_0',
  name: 'add_rule',
  result: { success: true, message: 'Added.' },
  durationMs: 40,
  pageUpdate: null,
};

const tail: LiveTail = {
  epoch: 'e',
  runId: 'r',
  attempt: 1,
  seq: 5,
  messageId: 'm',
  content: 'One rule.',
  reasoning: 'hm',
  toolCalls: [{ index: 0, name: 'add_rule', argumentsText: '{"pattern":"*' }],
};

const processing: RunStatus = { state: 'processing' };

function record(
  messages: Message[],
  status: RunStatus = processing,
  executions: Execution[] = [],
): ConversationRecord {
  const run: Run = {
    id: 'r',
    chatId: 'c',
    userMessageId: 'u',
    startedAtMs: 0,
    endedAtMs: null,
    status,
    round: 1,
    attempt: 1,
    resumes: 0,
    invalidCalls: 0,
    contextText: '',
    nonce: '',
    error: null,
  };
  return { messages, executions, run };
}

describe('a response that streams and is then recorded', () => {
  it('shows under the same keys before and after, so that nothing is drawn twice or anew', () => {
    const before = streamingItems(tail, 900, record([question]));
    const after = recordedItems(record([response]));
    expect(before.map((item) => item.key)).toEqual(after.map((item) => item.key));
    expect(before.map((item) => item.kind)).toEqual(['thinking', 'answer', 'tool']);
  });

  it('is shown by the record alone once that holds it', () => {
    expect(streamingItems(tail, null, record([question, response]))).toEqual([]);
  });

  it.each([
    ['another run than the newest', { ...tail, runId: 'older' }],
    ['no response', { ...tail, messageId: null }],
  ])('is not shown for %s', (_, other) => {
    expect(streamingItems(other, null, record([question]))).toEqual([]);
  });

  it('does not come back when it was set aside after its run', () => {
    const ended: RunStatus = { state: 'waiting-for-user-input', reason: 'rolled-back' };
    expect(streamingItems(tail, null, record([question], ended))).toEqual([]);
  });

  it('thinks as long as there is nothing else', () => {
    const thinking = { ...tail, content: '', toolCalls: [] };
    expect(streamingItems(thinking, null, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: true },
    ]);
    expect(streamingItems({ ...thinking, content: 'O' }, 900, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: false, durationMs: 900 },
      { kind: 'answer', text: 'O' },
    ]);
  });
});

describe('the record', () => {
  it('puts results into the cards of their calls', () => {
    const items = recordedItems(record([question, response, result]));
    expect(items.map((item) => item.kind)).toEqual(['user', 'thinking', 'answer', 'tool']);
    expect(items.at(-1)).toMatchObject({ card: { state: 'succeeded', message: 'Added.', durationMs: 40 } });
  });

  it('leaves out thinking and text that are empty', () => {
    const bare = { ...response, content: ' \n', reasoning: '' };
    expect(recordedItems(record([bare])).map((item) => item.kind)).toEqual(['tool']);
  });

  it('says when an endpoint cut an answer off', () => {
    const cut: AssistantMessage = { ...response, toolCalls: [], finishReason: 'length' };
    expect(recordedItems(record([cut])).at(-1)).toMatchObject({ kind: 'note' });
  });

  it('tells a call that still runs from one that its stopped run left behind', () => {
    const card = (status: RunStatus) => recordedItems(record([response], status)).at(-1);
    expect(card({ state: 'waiting-for-tools' })).toMatchObject({ card: { state: 'running' } });
    expect(card({ state: 'waiting-for-system-input', outcome: 'stopped' })).toMatchObject({
      card: { state: 'failed', message: 'Not carried out.' },
    });
  });
});
