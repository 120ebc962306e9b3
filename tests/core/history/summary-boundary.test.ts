import { describe, expect, it } from 'vitest';
import { withUserMessage } from '@/src/core/history/message-order';
import type { Run } from '@/src/schema/run';
import { type Line, LOCAL_TEXT, runOpenedBy, toldConversation } from '../../fakes/told-conversation';
import { buildRequest } from './build-request';

const built = (lines: Line[], run: Run | null = null, systemPrompt = 'S') =>
  buildRequest(toldConversation(...lines), { run, systemPrompt });

const texts = (lines: Line[], run: Run | null = null) =>
  built(lines, run).messages.map(({ content }) => content);
const BLOCK = 'Previous Conversation Summary:\n\nEarlier.';
const exchange = (name: string): Line[] => [{ user: `${name}?` }, { answer: `${name}!` }];

describe('rows that are only for the user', () => {
  it('are not sent: title and summary with their requests, accounting and rollback rows', () => {
    const lines: Line[] = [
      { local: 'system-title' },
      { user: 'Hi.' },
      { local: 'title' },
      { answer: 'Hello.' },
      { pruned: 'trimming', omitted: 2 },
      { local: 'system-summary' },
      { local: 'rollback' },
      { summary: LOCAL_TEXT, state: 'draft' },
      { user: 'More.' },
    ];
    const { messages, omissions } = built(lines);
    expect(messages.map(({ content }) => content)).toEqual(['S', 'Hi.', 'Hello.', 'More.']);
    expect(JSON.stringify(messages)).not.toContain(LOCAL_TEXT);
    expect(omissions).toContainEqual({ what: 'messages', reason: 'local', count: 6, tools: [] });
  });
});

describe('a summary', () => {
  it('replaces everything before it, as a block after the static prompt', () => {
    const lines: Line[] = [...exchange('A'), { summary: 'Earlier.' }, { user: 'More.' }];
    expect(built(lines).messages).toEqual([
      { role: 'system', content: 'S' },
      { role: 'system', content: BLOCK },
      { role: 'user', content: 'More.' },
    ]);
    expect(built(lines).omissions).toContainEqual({
      what: 'messages',
      reason: 'summary',
      count: 2,
      tools: [],
    });
  });

  it.each<[string, Line[], string[]]>([
    [
      'the latest one counts',
      [{ summary: 'Old.' }, ...exchange('A'), { summary: 'Earlier.' }, { user: 'More.' }],
      ['S', BLOCK, 'More.'],
    ],
    [
      'a draft replaces nothing',
      [...exchange('A'), { summary: 'Earlier.', state: 'draft' }, { user: 'More.' }],
      ['S', 'A?', 'A!', 'More.'],
    ],
    [
      'a removed one replaces nothing',
      [...exchange('A'), { summary: 'Earlier.', state: 'removed' }, { user: 'More.' }],
      ['S', 'A?', 'A!', 'More.'],
    ],
    [
      'a draft after an accepted one leaves that in place',
      [
        ...exchange('A'),
        { summary: 'Earlier.' },
        ...exchange('B'),
        { summary: 'New.', state: 'draft' },
        { user: 'More.' },
      ],
      ['S', BLOCK, 'B?', 'B!', 'More.'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(texts(lines)).toEqual(expected);
  });

  it('is the only system message if the static prompt is empty', () => {
    const { messages } = built([...exchange('A'), { summary: 'Earlier.' }, { user: 'More.' }], null, '');
    expect(messages.map(({ content }) => content)).toEqual([BLOCK, 'More.']);
  });

  it('of a run that failed leaves its prompt with the page’s state, so that it can be continued', () => {
    const lines: Line[] = [
      ...exchange('A'),
      { user: 'Go.', run: 'r2' },
      { answer: '', calls: ['A'] },
      { summary: 'Earlier.' },
    ];
    expect(texts(lines, runOpenedBy('m2', 'r2'))).toEqual(['S', BLOCK, 'Go.\n\n<page-state>']);
  });

  it.each<[string, Line[], string[]]>([
    ['its own request', [{ user: 'Two.', run: 'r2' }], ['Two.', 'Three.\n\n<page-state>']],
    [
      'all that nothing answered',
      [{ user: 'Two.', run: 'r2' }, { answer: '', calls: ['A'] }, { user: 'And more.' }],
      ['Two.', 'And more.', 'Three.\n\n<page-state>'],
    ],
    [
      'nothing of an earlier run',
      [{ user: 'A?' }, { user: 'Two.', run: 'r2' }],
      ['Two.', 'Three.\n\n<page-state>'],
    ],
  ])('of a run that failed leaves %s, also if a queued message joins at Retry', (_, before, expected) => {
    const messages = toldConversation(...before, { summary: 'Earlier.' }, { user: 'Three.' });
    const opening = messages.find((entry) => entry.role === 'user' && entry.runId === 'r2');
    const state = { stateMessageId: messages.at(-1)?.id ?? '' };
    const run = { ...runOpenedBy(opening?.id ?? '', 'r2'), ...state };
    expect(
      buildRequest(messages, { run })
        .messages.slice(2)
        .map(({ content }) => content)
        .join('|'),
    ).toBe(expected.join('\n\n'));
  });

  it('that was rolled back with the conversation replaces nothing', () => {
    const messages = toldConversation(...exchange('A'), { summary: 'Earlier.' }, { user: 'More.' }).map(
      (message) => (message.role === 'summary' ? { ...message, discardedBy: 'rollback' } : message),
    );
    const { messages: sent, omissions } = buildRequest(messages, {});
    expect(sent.map(({ content }) => content)).toEqual(['S', 'A?', 'A!', 'More.']);
    expect(omissions).toContainEqual({ what: 'messages', reason: 'set-aside', count: 1, tools: [] });
  });
});

describe('a request for a summary', () => {
  it('is a message of the user at the end, joined with a prompt that got no answer', () => {
    const ended = (lines: Line[]) => withUserMessage(built(lines).messages, 'Summarize.').slice(1);
    expect(ended(exchange('A')).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'A?'],
      ['assistant', 'A!'],
      ['user', 'Summarize.'],
    ]);
    expect(ended([...exchange('A'), { user: 'More.' }]).at(-1)).toEqual({
      role: 'user',
      content: 'More.\n\nSummarize.',
    });
  });

  it('starts with the same bytes as the last run’s requests if it has that run', () => {
    const lines: Line[] = [
      { user: 'Go.', run: 'r1' },
      { answer: '', calls: [{ name: 'A', pageUpdate: '[PAGE UPDATED]' }] },
    ];
    const run = runOpenedBy('m0', 'r1');
    const last = built(lines, run).messages;
    expect(built([...lines, { answer: 'Done.' }], run).messages.slice(0, last.length)).toEqual(last);
  });
});
