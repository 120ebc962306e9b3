import { describe, expect, it } from 'vitest';
import type { LiveSummary } from '@/src/core/records/live-summary';
import type { LiveTail } from '@/src/core/records/live-tail';
import { SUMMARY_INSTRUCTION } from '@/src/core/side-requests/instructions';
import {
  liveEvents,
  type StoredConversation,
  storedEvents,
  withLiveSummary,
} from '@/src/panel/conversation/convert-message-to-events';
import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import { inWords } from '../in-words';
import { ended, storedRun, WAITING } from '../stored-run';

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
  seenStateHash: null,
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
): StoredConversation {
  return { messages, executions, unanswered: [], run: storedRun(status), opensWithPrompt: true };
}

describe('an answer that broke off', () => {
  const half = { ...response, role: 'partial-answer', content: 'Half.', reasoning: '' } as unknown as Message;

  it.each<[RunStatus, string[]]>([
    [ended('error'), ['system-prompt', 'user', 'partial-answer']],
    [processing, ['system-prompt', 'user']],
  ])('is shown unless its run requests the answer again: %j', (status, kinds) => {
    expect(storedEvents(record([question, half], status)).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('a response that streams and is then stored', () => {
  it('has the same keys before and after, so that nothing is duplicated or remounted', () => {
    const before = liveEvents(tail, 900, record([question]));
    const after = storedEvents(record([response]));
    expect(before.map((item) => item.key)).toEqual(after.map((item) => item.key));
    expect(before.map((item) => item.kind)).toEqual(['thinking', 'answer', 'tool']);
  });

  it('is shown only from storage once it is stored', () => {
    expect(liveEvents(tail, null, record([question, response]))).toEqual([]);
  });

  it.each([
    ['another run than the newest', { ...tail, runId: 'older' }],
    ['no response', { ...tail, messageId: null }],
  ])('is not shown for %s', (_, other) => {
    expect(liveEvents(other, null, record([question]))).toEqual([]);
  });

  it('does not reappear if it was removed after its run', () => {
    const setAside: RunStatus = { state: 'waiting-for-user-input', reason: 'rolled-back' };
    expect(liveEvents(tail, null, record([question], setAside))).toEqual([]);
  });

  it('shows reasoning as streaming until other content arrives', () => {
    const thinking = { ...tail, content: '', toolCalls: [] };
    expect(liveEvents(thinking, null, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: true },
    ]);
    expect(liveEvents({ ...thinking, content: 'O' }, 900, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: false, durationMs: 900 },
      { kind: 'answer', text: 'O' },
    ]);
  });
});

describe('stored messages', () => {
  it('show results in the cards of their calls', () => {
    const items = storedEvents(record([question, response, result]));
    expect(items.map((item) => item.kind)).toEqual(['system-prompt', 'user', 'thinking', 'answer', 'tool']);
    expect(items.at(-1)).toMatchObject({
      card: { state: 'done', message: 'Added.', durationMs: 40 },
    });
  });

  it('omit empty reasoning and text', () => {
    const bare = { ...response, content: ' \n', reasoning: '' };
    expect(storedEvents(record([bare])).map((item) => item.kind)).toEqual(['tool']);
  });

  it('show a note if the endpoint cut an answer off', () => {
    const cut: AssistantMessage = { ...response, toolCalls: [], finishReason: 'length' };
    expect(storedEvents(record([cut])).at(-1)).toMatchObject({ kind: 'note' });
  });

  it('distinguish a running call from one of a stopped run', () => {
    const card = (status: RunStatus) => storedEvents(record([response], status)).at(-1);
    expect(card({ state: 'waiting-for-tools' })).toMatchObject({ card: { state: 'running' } });
    expect(inWords(card(ended('stopped')))).toMatchObject({
      card: { state: 'refused', outcome: 'not carried out' },
    });
  });

  it('show events from the page among the messages', () => {
    const createdAtMs = new Date(2026, 0, 1, 14, 32, 15).getTime();
    const content = 'The page changed.';
    const event: Message = { ...base, id: 'e', createdAtMs, role: 'system', scope: 'page', content };
    const text = 'From page · The page changed. · 14:32:15';
    expect(inWords(storedEvents(record([question, event])).at(-1))).toEqual({ kind: 'note', key: 'e', text });
  });

  it('show what Steward tells the assistant as a technical row, and the page’s changes in it as a note', () => {
    const createdAtMs = new Date(2026, 0, 1, 14, 32, 15).getTime();
    const changes = [{ type: 'rule_added', timestamp: '2026-01-01T14:32:15Z' }];
    const content = 'Go on where you stopped.';
    const event: Message = { ...base, id: 'e', createdAtMs, role: 'system', scope: 'steward', content };
    const row = { kind: 'side-request', key: 'e', asksFor: 'next-answer', text: content };
    expect(storedEvents(record([event])).slice(1)).toEqual([row]);
    const withChanges = { ...event, news: { changes, nonce: 'n' } };
    expect(inWords(storedEvents(record([withChanges])).slice(1))).toEqual([
      row,
      { kind: 'note', key: 'e:changes', text: 'Steward to the assistant · 14:32:15', changes },
    ]);
  });

  it.each([
    ['message', 'From the chat “Shop” · How many? · 14:32:15'],
    ['question', 'From the chat “Shop” · How many? · 14:32:15'],
    ['answer', 'Answer from the chat “Shop” · How many? · 14:32:15'],
  ] as const)('show a %s of another chat with that chat’s title', (kind, text) => {
    const event: Message = {
      ...base,
      id: 'e',
      createdAtMs: new Date(2026, 0, 1, 14, 32, 15).getTime(),
      role: 'system',
      scope: 'chat:other',
      content: 'How many?',
      sender: { chatId: 'other', title: 'Shop', kind, nonce: 'n' },
    };
    expect(inWords(storedEvents(record([question, event])).at(-1))).toEqual({
      kind: 'note',
      key: 'e',
      text,
    });
  });
});

describe('the system prompt', () => {
  const summary = (state: 'draft' | 'boundary' | 'removed'): Message => ({
    ...base,
    id: 's',
    runId: null,
    role: 'summary',
    content: 'They met.',
    model: 'm',
    state,
  });
  const next = (id: string): UserMessage => ({ ...question, id, runId: `run of ${id}` });
  const prompts = (messages: Message[]) =>
    storedEvents(record(messages)).flatMap((event) => (event.kind === 'system-prompt' ? [event] : []));

  it('is shown once, before the first message of a run', () => {
    const title: Message = { ...base, id: 't', runId: null, role: 'title', content: 'Rules', model: 'm' };
    const [prompt, ...more] = prompts([title, question, response, next('u2')]);
    expect(prompt).toEqual({ kind: 'system-prompt', key: 'u:prompt', chatId: 'c', runId: 'r' });
    expect(more).toEqual([]);
    expect(prompts([title])).toEqual([]);
  });

  it.each([
    ['boundary', ['u:prompt', 'u2:prompt']],
    ['draft', ['u:prompt']],
    ['removed', ['u:prompt']],
  ] as const)(
    'is shown after a summary of the state %s as often as it begins what is sent',
    (state, keys) => {
      const messages = [question, response, summary(state), next('u2'), next('u3')];
      expect(prompts(messages).map(({ key }) => key)).toEqual(keys);
    },
  );
});

describe('the rows of a title and a summary', () => {
  const side = { ...base, runId: null };

  it('are shown for both requests and both answers, in their order', () => {
    const summary: Message = {
      ...side,
      id: 's',
      role: 'summary',
      content: 'All.',
      model: 'm',
      state: 'draft',
    };
    const rows: Message[] = [
      { ...side, id: 'qt', role: 'system-title', content: 'Write a title.' },
      { ...side, id: 't', role: 'title', content: 'Rules', model: 'm' },
      { ...side, id: 'qs', role: 'system-summary', content: 'Write a summary.' },
      summary,
    ];
    expect(storedEvents(record([question, ...rows])).slice(2)).toEqual([
      { kind: 'side-request', key: 'qt', asksFor: 'title', text: 'Write a title.' },
      { kind: 'title', key: 't', text: 'Rules' },
      { kind: 'side-request', key: 'qs', asksFor: 'summary', text: 'Write a summary.' },
      { kind: 'summary', key: 's', message: summary },
    ]);
  });
});

describe('a call of Steward’s own tools', () => {
  const asked = (id: string, name: string, args: object): AssistantMessage => ({
    ...response,
    id: `m-${id}`,
    content: '',
    reasoning: '',
    toolCalls: [{ executionId: id, modelCallId: 'call_0', name, argumentsText: JSON.stringify(args) }],
  });
  const answered = (id: string, name: string, success = true): ToolMessage => ({
    ...result,
    id: `t-${id}`,
    executionId: id,
    name,
    result: { success, message: success ? 'Done.' : 'Refused.' },
  });
  const items = (messages: Message[], status: RunStatus = processing) =>
    storedEvents(record([question, ...messages], status)).slice(2);
  const QUESTION: RunStatus = { state: 'waiting-for-user-input', reason: 'question' };
  const ask = (id: string) => [
    asked(id, 'ask_user', { question: `Which ${id}?`, choices: ['a', 'b'] }),
    answered(id, 'ask_user'),
  ];

  it('shows a question, open only if the run waits for it', () => {
    const shown = (status: RunStatus) =>
      items([...ask('first'), ...ask('second')], status).map(
        (item) => item.kind === 'question' && [item.question.text, item.question.isOpen],
      );
    expect(shown(QUESTION)).toEqual([
      ['Which first?', false],
      ['Which second?', true],
    ]);
    expect(shown(processing)).toEqual([
      ['Which first?', false],
      ['Which second?', false],
    ]);
    expect(shown({ state: 'waiting-for-user-input', reason: 'round-limit' })).toEqual(shown(processing));
  });

  it('shows the choices of a question', () => {
    expect(items(ask('x'), QUESTION)).toEqual([
      {
        kind: 'question',
        key: 'm-x:call:0',
        question: {
          id: 'x',
          text: 'Which x?',
          choices: ['a', 'b'],
          allowsOther: true,
          isOpen: true,
          answer: null,
        },
      },
    ]);
  });

  it.each<[string, RunStatus, string[]]>([
    ['current', WAITING, []],
    ['paused', { state: 'paused', before: WAITING }, []],
    ['over', processing, ['Waited: the list']],
  ])('shows items for a wait that is %s', (_, status, texts) => {
    const shown = items([asked('x', 'wait', { reason: 'the list' }), answered('x', 'wait')], status);
    expect(inWords(shown.map((item) => (item.kind === 'note' ? item.text : item.kind)))).toEqual(texts);
  });

  it.each([
    ['All done.', 'Finished: All done.'],
    ['Done:\n- one', 'Finished:\n\nDone:\n- one'],
  ])('shows the summary “%s” as an answer', (summary, text) => {
    const shown = items([asked('x', 'finish_task', { summary }), answered('x', 'finish_task')], {
      state: 'done',
    });
    expect(shown).toMatchObject([{ kind: 'answer', key: 'm-x:call:0', text, isStreaming: false }]);
  });

  it.each(['ask_user', 'wait', 'finish_task'])('shows nothing of a pending %s call', (name) => {
    const call = asked('x', name, { question: 'Which?', reason: 'the list', summary: 'All done.' });
    expect(items([call])).toEqual([]);
  });

  it.each([
    ['was refused', 'ask_user', { question: 'Which?', choices: ['a', 'a'] }, false, 'Refused.'],
    ['can’t be read', 'ask_user', {}, true, 'Done.'],
  ])('shows a call that %s like any other call', (_, name, args, success, message) => {
    expect(items([asked('x', name, args), answered('x', name, success)])).toMatchObject([
      { kind: 'tool', card: { name, message: message } },
    ]);
  });

  it('shows a call of a stopped run as not carried out', () => {
    expect(inWords(items([asked('x', 'wait', { reason: 'the list' })], ended('stopped')))).toMatchObject([
      { kind: 'tool', card: { state: 'refused', outcome: 'not carried out' } },
    ]);
  });

  it.each(['ask_user', 'wait', 'finish_task'])('shows no incomplete %s call while it streams in', (name) => {
    const half = {
      ...tail,
      content: '',
      reasoning: '',
      toolCalls: [{ index: 0, name, argumentsText: '{"q' }],
    };
    expect(inWords(liveEvents(half, null, record([question])))).toEqual([
      { kind: 'note', key: 'm:call:0', text: 'Writing…' },
    ]);
  });
});

describe('a summary that is being written', () => {
  const writing: LiveSummary = {
    requestId: 'q',
    messageId: 's',
    after: 1,
    text: 'They met.',
    isWriting: true,
  };
  const first: UserMessage = { ...question, id: 'u1', position: 0 };
  const answer: AssistantMessage = { ...response, id: 'm1', position: 1, toolCalls: [] };
  const later: UserMessage = { ...question, id: 'u2', position: 2 };
  const keys = (messages: Message[], summary: LiveSummary | null) =>
    withLiveSummary(storedEvents(record(messages)), summary, messages, true).map(({ key }) => key);
  const stored: Message[] = [
    { ...base, id: 'q', role: 'system-summary', position: 1.1, content: SUMMARY_INSTRUCTION },
    { ...base, id: 's', role: 'summary', position: 1.2, content: 'They met.', model: 'm', state: 'draft' },
  ];

  it.each<[string, Message[]]>([
    ['at the end', []],
    ['before a message that was sent meanwhile', [later]],
  ])('has the rows, keys and place of the stored one, %s', (_, after) => {
    const live = keys([first, answer, ...after], writing);
    expect(live).toContain('s');
    expect(live).toEqual(keys([first, answer, ...stored, ...after], null));
  });

  it('is left out once it is stored', () => {
    const messages = [first, answer, ...stored];
    expect(keys(messages, { ...writing, isWriting: false })).toEqual(keys(messages, null));
  });

  it('shows the same request as the stored one, and its text so far', () => {
    const [request, row] = withLiveSummary([], writing, [], true);
    expect(withLiveSummary([], writing, [], false)).toEqual([row]);
    expect(request).toEqual(storedEvents(record([...stored]))[0]);
    expect(row).toMatchObject({ kind: 'summary', message: { state: 'writing', content: 'They met.' } });
  });
});
