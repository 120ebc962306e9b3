import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStewardError } from '@/src/core/errors';
import { type BuiltMessages, buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import { messageTokens, toolTokens } from '@/src/core/history/message-tokens';
import { conversation } from '@/src/core/records/message';
import { BUILT_IN_TOOLS } from '@/src/core/tools/built-in-tools';
import type { ApiMessage } from '@/src/schema/api-message';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message, ToolCall, UserMessage } from '@/src/schema/message';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';
import { type Line, LOCAL_TEXT, runOpenedBy, toldConversation } from '../../fakes/told-conversation';

const CACHE_MODES = Object.keys(
  CHAT_SETTINGS.cacheMode.choices,
) as (keyof typeof CHAT_SETTINGS.cacheMode.choices)[];

const text = fc.constantFrom('', ' ', 'Yes.', 'No.\n', 'A longer text. '.repeat(40));
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
    finishReason: fc.constantFrom('stop' as const, 'length' as const),
    cacheControlIndex: fc.option(fc.nat(30)),
    ...base,
  }),
  fc.record({
    role: fc.constant('tool' as const),
    call: fc.nat(9),
    isUpdate: fc.boolean(),
    length: fc.constantFrom(0, 600, 5_000),
    ...base,
  }),
  fc.record({
    role: fc.constantFrom(
      'accounting' as const,
      'rollback' as const,
      'system-title' as const,
      'title' as const,
      'system-summary' as const,
    ),
    ...base,
  }),
  fc.record({
    role: fc.constant('summary' as const),
    state: fc.constantFrom('draft' as const, 'boundary' as const, 'removed' as const),
    ...base,
  }),
);

type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

const settings: fc.Arbitrary<Partial<ChatSettings>> = fc.record({
  toolMemory: fc.record({ enabled: fc.boolean(), forgetAfterConclusions: fc.nat(5) }),
  cacheMode: fc.constantFrom(...CACHE_MODES),
  toolResultAgeing: fc.record({ enabled: fc.boolean(), limitCharacters: fc.constantFrom(500, 4_000) }),
  trimOldest: fc.record({ enabled: fc.boolean(), budgetTokens: fc.constantFrom(100, 1_500, 3_000, 180_000) }),
});

/** The entries as messages of which each text is unique. */
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
    const unique = (content: string) => (content.trim() === '' ? content : `${content}#${index};`);
    switch (one.role) {
      case 'user':
        return { ...shared, role: 'user', content: unique(one.content), changes: [], nonce: 'n' };
      case 'system':
        return { ...shared, role: 'system', content: unique(one.content), scope: 'page' };
      case 'assistant': {
        const calls = one.calls.filter((call) => !made.has(call) && made.add(call));
        return {
          ...shared,
          role: 'assistant',
          content: unique(one.content),
          toolCalls: [...new Set(calls)].map(toolCall),
          reasoning: LOCAL_TEXT,
          reasoningMs: 1,
          finishReason: one.finishReason,
          model: 'm',
          seenStateHash: 'h',
          ...(one.cacheControlIndex === null ? {} : { cacheControlIndex: one.cacheControlIndex }),
        };
      }
      case 'tool':
        return {
          ...shared,
          role: 'tool',
          executionId: `x${one.call}`,
          modelCallId: 'call_0',
          name: 'add',
          result: { success: true, message: `Done ${index}.${'x'.repeat(one.length)}` },
          durationMs: 0,
          pageUpdate: one.isUpdate ? '[PAGE UPDATED]' : null,
        };
      case 'summary': {
        const content = one.state === 'boundary' ? `Summary #${index};` : LOCAL_TEXT;
        return { ...shared, role: 'summary', content, model: 'm', state: one.state };
      }
      default:
        return { ...shared, role: one.role, content: LOCAL_TEXT, reason: LOCAL_TEXT } as unknown as Message;
    }
  });
  const prompt = { chatId: 'c', runId: 'run-2', createdAtMs: 0, discardedBy: null, changes: [], nonce: 'n' };
  return [
    ...messages,
    { ...prompt, role: 'user', id: 'prompt', position: promptAt, content: 'The prompt of the run.' },
  ];
}

function toolCall(call: number): ToolCall {
  return { executionId: `x${call}`, modelCallId: 'call_0', name: 'add', argumentsText: '{}' };
}

/** The rules of the strictest endpoints for the order of messages, as a list of violations. */
function problemsOf(messages: readonly ApiMessage[]): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  const system = messages.filter(({ role }) => role === 'system').length;
  if (messages.slice(0, system).some(({ role }) => role !== 'system')) problems.push('a system message amid');
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) problems.push(`${index}: not the result of the next call`);
      continue;
    }
    if (open.length > 0) problems.push(`${index}: calls before have no result`);
    open = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    if (message.role !== 'system' && message.role === before?.role)
      problems.push(`${index}: two messages of ${message.role} in a row`);
    if (index === system && message.role !== 'user') problems.push('the first message is not the user’s');
    const isEmpty = (message.content ?? '').trim() === '';
    if (isEmpty && open.length === 0) problems.push(`${index}: an empty message of ${message.role}`);
    if (message.role === 'assistant' && message.content?.trim() === '')
      problems.push(`${index}: an empty text`);
    if (message.role === 'assistant' && message.tool_calls?.length === 0) problems.push(`${index}: no calls`);
  }
  if (open.length > 0) problems.push('calls at the end have no result');
  if (messages.length === system) problems.push('no message but the system prompt');
  return problems;
}

const given = fc.record({
  entries: fc.array(entry, { maxLength: 25 }),
  promptAt: fc.nat(60),
  settings,
  hasRun: fc.boolean(),
  acceptsCacheControl: fc.boolean(),
  takesImages: fc.boolean(),
  freezeCache: fc.boolean(),
  systemPrompt: fc.constantFrom('', 'S'),
});

type Given = typeof given extends fc.Arbitrary<infer T> ? T : never;

/** The built messages; null if they can't fit the budget. Any other error is thrown. */
function built(one: Given): { messages: Message[]; result: BuiltMessages | null } {
  const messages = recordOf(one.entries, one.promptAt);
  const run = one.hasRun ? runOpenedBy('prompt', 'run-2') : null;
  const { systemPrompt } = one;
  const chat = chatToSend({ messages, run, systemPrompt, tools: BUILT_IN_TOOLS, settings: one.settings });
  try {
    return { messages, result: buildMessagesForApi(chat, { ...ABLE, ...one }, one.freezeCache) };
  } catch (error) {
    if (!isStewardError(error) || error.code !== 'over-budget') throw error;
    expect(one.settings.trimOldest?.enabled).toBe(true);
    return { messages, result: null };
  }
}

function isPrompt(message: Message): message is UserMessage {
  return message.role === 'user' && message.content.trim() !== '';
}

describe('for any record and settings', () => {
  it('the messages follow the rules of the strictest endpoint, without local rows, and with the last prompt', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { messages, result } = built(one);
        if (result === null) return;
        expect(problemsOf(result.messages)).toEqual([]);
        expect(JSON.stringify(result.messages)).not.toContain(LOCAL_TEXT);
        const prompt = conversation(messages).findLast(isPrompt);
        if (prompt === undefined) throw new Error('every record has a prompt');
        const sent = result.messages.filter(({ role }) => role === 'user');
        expect(sent.some(({ content }) => content?.includes(prompt.content.trim()))).toBe(true);
        expect(sent.some(({ content }) => content?.includes('<page-state>'))).toBe(one.hasRun);
      }),
      { numRuns: 1_500 },
    );
  });

  it('the request is within the budget, or an error says that it can’t be', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { result } = built(one);
        const { trimOldest } = one.settings;
        if (result === null || trimOldest?.enabled !== true) return;
        const tokens = result.messages.reduce((sum, message) => sum + messageTokens(message), 0);
        expect(tokens + toolTokens(result.tools)).toBeLessThanOrEqual(trimOldest.budgetTokens);
      }),
      { numRuns: 400 },
    );
  });

  it('each text of an answer is sent as it is stored: no two are merged', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { messages, result } = built(one);
        if (result === null) return;
        const said = messages.flatMap((message) => (message.role === 'assistant' ? [message.content] : []));
        const sent = result.messages.flatMap((message) =>
          message.role === 'assistant' && message.content !== null ? [message.content] : [],
        );
        expect(sent.filter((content) => !said.includes(content))).toEqual([]);
        expect(new Set(sent).size).toBe(sent.length);
      }),
      { numRuns: 400 },
    );
  });

  it('the cache marks are where the mode allows them', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { result } = built(one);
        if (result === null) return;
        const { messages, cacheMarks, cacheControlIndex } = result;
        expect(cacheControlIndex).toBe(cacheMarks.at(-1) ?? null);
        const isOff = one.settings.cacheMode === 'all-off' || !one.acceptsCacheControl;
        if (isOff) expect(cacheMarks).toEqual([]);
        const ofMessages = cacheMarks.filter((index) => messages[index]?.role !== 'system');
        if (one.settings.cacheMode === 'system') expect(ofMessages).toEqual([]);
        expect(ofMessages.length).toBeLessThanOrEqual(1);
        expect(cacheMarks.includes(0)).toBe(!isOff && (one.systemPrompt !== '' || ofMessages.includes(0)));
        for (const index of ofMessages) {
          expect(index).toBeLessThan(messages.length * 0.7);
          expect(messages[index]?.content?.trim()).toBeTruthy();
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('with the settings of a new chat', () => {
  it('nothing of the conversation is lost', () => {
    fc.assert(
      fc.property(given, (one) => {
        const entries = one.entries.filter(({ role }) => role !== 'summary');
        const { messages, result } = built({ ...one, entries, settings: {} });
        if (result === null) throw new Error('nothing is trimmed by default');
        const kept = messages.filter(({ discardedBy }) => discardedBy === null);
        const called = kept.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
        const sentCalls = result.messages.flatMap((message) =>
          message.role === 'assistant' ? (message.tool_calls ?? []) : [],
        );
        expect(sentCalls).toHaveLength(called.length);
        expect(new Set(sentCalls.map(({ id }) => id)).size).toBe(called.length);
        const said = kept.filter((message) => message.role === 'assistant' && message.content.trim() !== '');
        const sentTexts = result.messages.filter(
          ({ role, content }) => role === 'assistant' && content !== null,
        );
        expect(sentTexts).toHaveLength(said.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('within a run', () => {
  const call = fc.record({
    name: fc.constantFrom('A', 'B'),
    result: fc.record({ success: fc.constant(true), message: fc.constantFrom('Done.', 'x'.repeat(6_000)) }),
    pageUpdate: fc.constant('[PAGE UPDATED]'),
  });
  const round: fc.Arbitrary<Line> = fc.record({
    answer: fc.constantFrom('', 'Let me look.'),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  });
  const exchange = (run: string): fc.Arbitrary<Line[]> =>
    fc
      .array(round, { maxLength: 4 })
      .map((rounds) => [{ user: `Prompt of ${run}.`, run }, ...rounds, { answer: `Answer of ${run}.` }]);
  const earlier = fc.array(fc.uuid().chain(exchange), { maxLength: 4 }).map((runs) => runs.flat());

  it('each request begins with the bytes of the one before, whatever is left out of earlier runs', () => {
    fc.assert(
      fc.property(
        earlier,
        fc.array(round, { minLength: 1, maxLength: 6 }),
        settings,
        (before, rounds, chosen) => {
          const opening = toldConversation(...before).length;
          const request = (count: number) => {
            const lines: Line[] = [...before, { user: 'Go.', run: 'r' }, ...rounds.slice(0, count)];
            const messages = toldConversation(...lines);
            const run = runOpenedBy(`m${opening}`, 'r');
            const untrimmed = { ...chosen, trimOldest: { enabled: false, budgetTokens: 1 } };
            const chat = chatToSend({ messages, run, systemPrompt: 'S', tools: [], settings: untrimmed });
            return buildMessagesForApi(chat, ABLE, false).messages;
          };
          for (let count = 1; count <= rounds.length; count += 1) {
            const last = request(count - 1);
            expect(request(count).slice(0, last.length)).toEqual(last);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
