import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import type { ApiMessage } from '@/src/core/records/api-message';
import type { Message, ToolCall } from '@/src/core/records/message';
import type { Run } from '@/src/core/records/run';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';

const run: Run = {
  id: 'run-2',
  chatId: 'c',
  openingMessageId: 'prompt',
  startedAtMs: 0,
  endedAtMs: null,
  status: { state: 'processing' },
  round: 0,
  attempt: 1,
  resumes: 0,
  missedToolCalls: 0,
  loopCheckFrom: 0,
  control: null,
  invalidCalls: 0,
  contextText: '<page-state>',
  nonce: 'n',
  error: null,
};

const LOCAL = 'only for the user';
const text = fc.constantFrom('', ' ', 'Yes.', 'No.\n');
const base = {
  runId: fc.constantFrom(null, 'run-1', 'run-2'),
  discardedBy: fc.constantFrom(null, null, null, 'rollback'),
  /** Drawn at random, independent of the list's order: results may come before their calls. */
  position: fc.nat(60),
};

/** Calls are numbered: each number is used at most once, and may have any number of results. */
const entry = fc.oneof(
  fc.record({ role: fc.constant('user' as const), content: text, ...base }),
  fc.record({ role: fc.constant('system' as const), content: text, ...base }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: text,
    calls: fc.array(fc.nat(9), { maxLength: 3 }),
    ...base,
  }),
  fc.record({ role: fc.constant('tool' as const), call: fc.nat(9), isUpdate: fc.boolean(), ...base }),
  fc.record({ role: fc.constantFrom('accounting' as const, 'rollback' as const), ...base }),
);

type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

function recordOf(entries: readonly Entry[], promptAt: number): Message[] {
  const made = new Set<number>();
  const messages = entries.map((one, index): Message => {
    const shared = {
      id: `m${index}`,
      chatId: 'c',
      createdAtMs: 0,
      runId: one.runId,
      discardedBy: one.discardedBy,
      position: one.position,
    };
    switch (one.role) {
      case 'user':
        return { ...shared, role: 'user', content: one.content, changes: [], nonce: 'n' };
      case 'system':
        return { ...shared, role: 'system', content: one.content, scope: 'page' };
      case 'assistant': {
        const calls = one.calls.filter((call) => !made.has(call) && made.add(call));
        const toolCalls = [...new Set(calls)].map(toolCall);
        return { ...shared, role: 'assistant', content: one.content, toolCalls, ...ANSWER };
      }
      case 'tool':
        return {
          ...shared,
          role: 'tool',
          executionId: `x${one.call}`,
          modelCallId: 'call_0',
          name: 'add',
          result: { success: true, message: `Done ${index}.` },
          durationMs: 0,
          pageUpdate: one.isUpdate ? '[PAGE UPDATED]' : null,
        };
      default:
        return { ...shared, role: one.role, description: LOCAL, reason: LOCAL } as unknown as Message;
    }
  });
  const prompt = { chatId: 'c', runId: 'run-2', createdAtMs: 0, discardedBy: null, changes: [], nonce: 'n' };
  return [
    ...messages,
    { ...prompt, role: 'user', id: 'prompt', position: promptAt, content: 'The last prompt.' },
  ];
}

const ANSWER = {
  reasoning: LOCAL,
  reasoningMs: 1,
  finishReason: 'stop',
  model: 'm',
  seenStateHash: 'h',
} as const;

function toolCall(call: number): ToolCall {
  return { executionId: `x${call}`, modelCallId: 'call_0', name: 'add', argumentsText: '{}' };
}

/** The rules of the strictest endpoints for the order of messages, as a list of violations. */
function problemsOf(messages: readonly ApiMessage[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) problems.push(`${index}: not the result of the next call`);
      continue;
    }
    if (open.length > 0) problems.push(`${index}: calls before have no result`);
    open = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    if (message.role === 'system' && index > 0) problems.push(`${index}: a system message in the middle`);
    if (message.role === before?.role) problems.push(`${index}: two messages of ${message.role} in a row`);
    if (index === 1 && message.role !== 'user') problems.push('the first message is not the user’s');
    const isEmpty = (message.content ?? '').trim() === '';
    if (isEmpty && open.length === 0) problems.push(`${index}: an empty message of ${message.role}`);
    if (message.role === 'assistant' && message.tool_calls?.length === 0) problems.push(`${index}: no calls`);
  }
  if (open.length > 0) problems.push('calls at the end have no result');
  return problems;
}

it('any stored conversation gives messages that the strictest endpoint accepts, without losses and local rows', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 25 }), fc.nat(60), (entries, promptAt) => {
      const messages = recordOf(entries, promptAt);
      const chat = chatToSend({ messages, run, systemPrompt: 'S', tools: [], settings: {} });
      const sent = buildMessagesForApi(chat, ABLE, false).messages;
      expect(problemsOf(sent)).toEqual([]);
      const whole = JSON.stringify(sent);
      expect(whole).not.toContain(LOCAL);
      expect(sent.some(({ role, content }) => role === 'user' && content.includes('The last prompt.'))).toBe(
        true,
      );

      const kept = messages.filter(({ discardedBy }) => discardedBy === null);
      const called = kept.flatMap((one) => (one.role === 'assistant' ? one.toolCalls : []));
      const sentCalls = sent.flatMap((one) => (one.role === 'assistant' ? (one.tool_calls ?? []) : []));
      expect(sentCalls.map(({ id }) => id).sort()).toEqual(called.map((call) => call.executionId).sort());
      const said = kept.filter((one) => one.role === 'assistant' && one.content.trim() !== '');
      const sentTexts = sent.filter((one) => one.role === 'assistant' && one.content !== null);
      expect(sentTexts).toHaveLength(said.length);
    }),
    { numRuns: 2_000 },
  );
});
