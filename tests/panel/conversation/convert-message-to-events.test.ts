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
import type { RenderEvent } from '@/src/panel/conversation/render-event';
import type { Execution } from '@/src/schema/call';
import type { Message, SystemMessage } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import { inWords } from '../in-words';
import { assistantMessage, BASE, summaryMessage, toolMessage, userMessage } from '../stored-messages';
import { ended, storedRun, WAITING } from '../stored-run';

const question = userMessage({ content: 'Hide it' });
const calls = (executionId: string, name: string, argumentsText: string) => ({
  toolCalls: [{ executionId, modelCallId: 'call_0', name, argumentsText }],
});
const response = assistantMessage({
  content: 'One rule.',
  reasoning: 'hm',
  reasoningMs: 900,
  ...calls('x', 'add_rule', '{"pattern":"*"}'),
});
const result = toolMessage({ result: { success: true, message: 'Added.' }, durationMs: 40 });

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

/** The events of these stored messages. */
const eventsOf = (...given: Parameters<typeof record>) => storedEvents(record(...given));
const kindsOf = (events: readonly RenderEvent[]) => events.map(({ kind }) => kind);
const keysOf = (events: readonly RenderEvent[]) => events.map(({ key }) => key);

describe('an answer that broke off', () => {
  const half = { ...response, role: 'partial-answer', content: 'Half.', reasoning: '' } as unknown as Message;

  it.each<[RunStatus, string[]]>([
    [ended('error'), ['system-prompt', 'user', 'partial-answer']],
    [processing, ['system-prompt', 'user']],
  ])('is shown unless its run requests the answer again: %j', (status, kinds) => {
    expect(kindsOf(eventsOf([question, half], status))).toEqual(kinds);
  });
});

describe('a response that streams and is then stored', () => {
  it('has the same keys before and after, so that nothing is duplicated or remounted', () => {
    const before = liveEvents(tail, 900, record([question]));
    const after = eventsOf([response]);
    expect(keysOf(before)).toEqual(keysOf(after));
    expect(kindsOf(before)).toEqual(['thinking', 'answer', 'tool']);
  });

  it.each<[string, LiveTail, StoredConversation]>([
    ['once it is stored', tail, record([question, response])],
    ['for another run than the newest', { ...tail, runId: 'older' }, record([question])],
    ['for no response', { ...tail, messageId: null }, record([question])],
    [
      'if it was removed after its run',
      tail,
      record([question], { state: 'waiting-for-user-input', reason: 'rolled-back' }),
    ],
  ])('is not shown as streaming %s', (_, live, stored) => {
    expect(liveEvents(live, null, stored)).toEqual([]);
  });

  it('shows reasoning as streaming until other content arrives without reasoning', () => {
    const thinking = { ...tail, content: '', toolCalls: [] };
    expect(liveEvents(thinking, null, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: true },
    ]);
    expect(liveEvents({ ...thinking, content: 'O' }, null, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: true },
      { kind: 'answer', text: 'O' },
    ]);
    expect(liveEvents({ ...thinking, content: 'O' }, 900, record([question]))).toMatchObject([
      { kind: 'thinking', isStreaming: false, durationMs: 900 },
      { kind: 'answer', text: 'O' },
    ]);
  });
});

describe('stored messages', () => {
  it('show results in the cards of their calls', () => {
    const items = eventsOf([question, response, result]);
    expect(kindsOf(items)).toEqual(['system-prompt', 'user', 'thinking', 'answer', 'tool']);
    expect(items.at(-1)).toMatchObject({
      card: { state: 'done', message: 'Added.', durationMs: 40 },
    });
  });

  it('omit empty reasoning and text', () => {
    const bare = { ...response, content: ' \n', reasoning: '' };
    expect(kindsOf(eventsOf([bare]))).toEqual(['tool']);
  });

  it('show a note if the endpoint cut an answer off', () => {
    const cut = assistantMessage({ content: 'One rule.', finishReason: 'length' });
    expect(eventsOf([cut]).at(-1)).toMatchObject({ kind: 'note' });
  });

  it('distinguish a running call from one of a stopped run', () => {
    const card = (status: RunStatus) => eventsOf([response], status).at(-1);
    expect(card({ state: 'waiting-for-tools' })).toMatchObject({ card: { state: 'running' } });
    expect(inWords(card(ended('stopped')))).toMatchObject({
      card: { state: 'refused', outcome: 'not carried out' },
    });
  });

  const EVENT: SystemMessage = {
    ...BASE,
    id: 'e',
    createdAtMs: new Date(2026, 0, 1, 14, 32, 15).getTime(),
    role: 'system',
    scope: 'page',
    content: 'How many?',
  };
  const fromChat = (kind: 'message' | 'question' | 'answer') => ({
    scope: 'chat:other' as const,
    sender: { chatId: 'other', title: 'Shop', kind, nonce: 'n' },
  });

  it.each<[string, Partial<SystemMessage>, string]>([
    ['an event from the page', {}, 'From page'],
    ['a message of another chat with that chat’s title', fromChat('message'), 'From the chat “Shop”'],
    ['a question of another chat', fromChat('question'), 'From the chat “Shop”'],
    ['an answer of another chat', fromChat('answer'), 'Answer from the chat “Shop”'],
  ])('show %s among the messages', (_, fields, origin) => {
    expect(inWords(eventsOf([question, { ...EVENT, ...fields }]).at(-1))).toEqual({
      kind: 'note',
      key: 'e',
      text: `${origin} · How many? · 14:32:15`,
    });
  });

  it('show what Steward tells the assistant as a technical row, and the page’s changes in it as a note', () => {
    const changes = [{ type: 'rule_added', timestamp: '2026-01-01T14:32:15Z' }];
    const content = 'Go on where you stopped.';
    const event: SystemMessage = { ...EVENT, scope: 'steward', content };
    const row = { kind: 'side-request', key: 'e', asksFor: 'next-answer', text: content };
    expect(eventsOf([event]).slice(1)).toEqual([row]);
    const withChanges = { ...event, news: { changes, nonce: 'n' } };
    expect(inWords(eventsOf([withChanges]).slice(1))).toEqual([
      row,
      { kind: 'note', key: 'e:changes', text: 'Steward to the assistant · 14:32:15', changes },
    ]);
  });
});

describe('the system prompt', () => {
  const next = (id: string) => ({ ...question, id, runId: `run of ${id}` });
  const prompts = (messages: Message[]) =>
    eventsOf(messages).flatMap((event) => (event.kind === 'system-prompt' ? [event] : []));

  it('is shown once, before the first message of a run', () => {
    const title: Message = { ...BASE, id: 't', runId: null, role: 'title', content: 'Rules', model: 'm' };
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
      const messages = [question, response, summaryMessage({ state }), next('u2'), next('u3')];
      expect(keysOf(prompts(messages))).toEqual(keys);
    },
  );
});

describe('the rows of a title and a summary', () => {
  const side = { ...BASE, runId: null };

  it('are shown for both requests and both answers, in their order', () => {
    const summary = summaryMessage({ content: 'All.' });
    const rows: Message[] = [
      { ...side, id: 'qt', role: 'system-title', content: 'Write a title.' },
      { ...side, id: 't', role: 'title', content: 'Rules', model: 'm' },
      { ...side, id: 'qs', role: 'system-summary', content: 'Write a summary.' },
      summary,
    ];
    expect(eventsOf([question, ...rows]).slice(2)).toEqual([
      { kind: 'side-request', key: 'qt', asksFor: 'title', text: 'Write a title.' },
      { kind: 'title', key: 't', text: 'Rules' },
      { kind: 'side-request', key: 'qs', asksFor: 'summary', text: 'Write a summary.' },
      { kind: 'summary', key: 's', message: summary },
    ]);
  });
});

describe('a call of Steward’s own tools', () => {
  const asked = (id: string, name: string, args: object) =>
    assistantMessage({ id: `m-${id}`, ...calls(id, name, JSON.stringify(args)) });
  const answered = (id: string, name: string, success = true) =>
    toolMessage({
      id: `t-${id}`,
      executionId: id,
      name,
      result: { success, message: success ? 'Done.' : 'Refused.' },
    });
  const items = (messages: Message[], status: RunStatus = processing) =>
    eventsOf([question, ...messages], status).slice(2);
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
    const shown = { id: 'x', text: 'Which x?', choices: ['a', 'b'], allowsOther: true };
    expect(items(ask('x'), QUESTION)).toEqual([
      { kind: 'question', key: 'm-x:call:0', question: { ...shown, isOpen: true, answer: null } },
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
  const first = { ...question, id: 'u1' };
  const answer = { ...response, id: 'm1', position: 1, toolCalls: [] };
  const later = { ...question, id: 'u2', position: 2 };
  const keys = (messages: Message[], summary: LiveSummary | null) =>
    keysOf(withLiveSummary(eventsOf(messages), summary, messages, true));
  const stored: Message[] = [
    { ...BASE, id: 'q', role: 'system-summary', position: 1.1, content: SUMMARY_INSTRUCTION },
    summaryMessage({ position: 1.2, content: 'They met.' }),
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
    expect(request).toEqual(eventsOf([...stored])[0]);
    expect(row).toMatchObject({ kind: 'summary', message: { state: 'writing', content: 'They met.' } });
  });
});
