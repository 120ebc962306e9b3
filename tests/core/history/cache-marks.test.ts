import { describe, expect, it } from 'vitest';
import { type BuiltMessages, buildMessagesForApi } from '@/src/core/history/build-messages-for-api';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { ABLE, chatToSend } from '../../fakes/chat-to-send';
import { type Line, toldConversation } from '../../fakes/told-conversation';

function built(
  lines: Line[],
  mode: ChatSettings['cacheMode'],
  more: { freeze?: boolean; settings?: Partial<ChatSettings> } = {},
) {
  const messages = toldConversation(...lines);
  const settings = { cacheMode: mode, ...more.settings };
  const chat = chatToSend({ messages, run: null, systemPrompt: 'S', tools: [], settings });
  return buildMessagesForApi(chat, ABLE, more.freeze ?? false);
}

/** The reasons why marks of the request moved or are missing. */
function resetsIn({ omissions }: BuiltMessages): string[] {
  return omissions.flatMap(({ what, reason }) => (what === 'cache-mark' ? [reason] : []));
}

/** Exchanges without calls: two messages each. */
const exchanges = (count: number): Line[] =>
  Array.from({ length: count }, (_, index): Line[] => [
    { user: `Q${index}` },
    { answer: `A${index}` },
  ]).flat();

describe('the cache marks', () => {
  it.each<[ChatSettings['cacheMode'], number[], number | null]>([
    ['all-off', [], null],
    ['system', [0], 0],
    ['cached', [0, 6], 6],
  ])('in the mode %s of a request of ten messages are on %j', (mode, marks, stored) => {
    const { messages, cacheMarks, cacheControlIndex } = built([...exchanges(4), { user: 'Q' }], mode);
    expect(messages).toHaveLength(10);
    expect({ cacheMarks, cacheControlIndex }).toEqual({ cacheMarks: marks, cacheControlIndex: stored });
  });

  it.each([
    [2, [{ user: 'Q' }], [0]],
    [4, [...exchanges(1), { user: 'Q' }], [0, 1]],
    [8, [...exchanges(3), { user: 'Q' }], [0, 4]],
    [10, [...exchanges(4), { user: 'Q' }], [0, 6]],
    [20, [...exchanges(9), { user: 'Q' }], [0, 13]],
    [100, [...exchanges(49), { user: 'Q' }], [0, 69]],
  ] as [number, Line[], number[]][])(
    'cover at most 70 % of the messages as sent: of %i',
    (count, lines, marks) => {
      const { messages, cacheMarks } = built(lines, 'cached');
      expect(messages).toHaveLength(count);
      expect(cacheMarks).toEqual(marks);
    },
  );

  it.each<[string, Line[], number[]]>([
    [
      'of a turn in progress',
      [{ user: 'Q' }, { answer: 'Look.', calls: ['A', 'B', 'C', 'D'] }, { answer: '', calls: ['E'] }],
      // S, Q, Look (its results from 3 on).
      [0, 2],
    ],
    [
      'of the turn that was just concluded',
      [{ user: 'Q' }, { answer: 'Look.', calls: ['A', 'B', 'C', 'D'] }, { answer: 'Done.' }, { user: 'R' }],
      [0, 2],
    ],
    [
      'but cover those of earlier turns',
      [
        { user: 'Q' },
        { answer: 'Look.', calls: ['A', 'B', 'C', 'D'] },
        { answer: 'Done.' },
        ...exchanges(1),
        { user: 'R' },
      ],
      [0, 6],
    ],
    [
      'and are not on calls without a text',
      [{ user: 'Q' }, { answer: '', calls: ['A', 'B', 'C', 'D'] }],
      [0, 1],
    ],
    [
      'but cover those of earlier turns that a call concluded',
      [
        { user: 'Q' },
        { answer: 'Look.', calls: ['A', 'B'] },
        { answer: '', calls: ['finish_task'] },
        ...exchanges(1),
        { user: 'R' },
        { answer: 'Look.', calls: ['C'] },
      ],
      // S, Q, Look, A, B, finish_task, its result, Q0.
      [0, 7],
    ],
  ])('stay ahead of the results %s', (_, lines, marks) => {
    expect(built(lines, 'cached').cacheMarks).toEqual(marks);
  });

  it('count the messages as sent, so those that are left out don’t count', () => {
    const lines = [...exchanges(20), { summary: 'Earlier.' }, ...exchanges(4), { user: 'Q' }];
    const { messages, cacheMarks } = built(lines, 'cached');
    // The static prompt, the summary, nine messages.
    expect(messages).toHaveLength(11);
    expect(cacheMarks).toEqual([0, 6]);
  });

  it('leave the summary out of the marked system prompt', () => {
    const { messages, cacheMarks } = built([{ summary: 'Earlier.' }, { user: 'Q' }], 'system');
    expect(messages.slice(0, 2).map(({ content }) => content)).toEqual([
      'S',
      'Previous Conversation Summary:\n\nEarlier.',
    ]);
    expect(cacheMarks).toEqual([0]);
  });

  it('are not sent to an endpoint that refuses them, and the request says so', () => {
    const settings = { cacheMode: 'cached' as const };
    const messages = toldConversation(...exchanges(4));
    const chat = chatToSend({ messages, run: null, systemPrompt: 'S', tools: [], settings });
    const refused = buildMessagesForApi(chat, { ...ABLE, acceptsCacheControl: false }, false);
    expect(refused).toMatchObject({ cacheMarks: [], cacheControlIndex: null });
    expect(resetsIn(refused)).toEqual(['endpoint-refused']);
  });
});

/** Ten messages of which the seventh carried the mark, the answer to them, and some more exchanges. */
const answered = (stored: number): Line[] => [
  ...exchanges(4),
  { user: 'Q' },
  { answer: 'A', cacheControlIndex: stored },
];

describe('a frozen mark', () => {
  it('stays where the latest answer’s request had it', () => {
    expect(built([...answered(6), { user: 'Sum up.' }], 'cached', { freeze: true }).cacheMarks).toEqual([
      0, 6,
    ]);
    expect(built([...answered(6), { user: 'Sum up.' }], 'cached').cacheMarks).toEqual([0, 7]);
  });

  it('stays however much follows the answer', () => {
    const lines = [...answered(6), ...exchanges(10).map((line) => ({ ...line }))];
    expect(built(lines, 'cached', { freeze: true }).cacheMarks).toEqual([0, 6]);
  });

  it('is not set if no answer’s request had one, since a new one would cost a surcharge', () => {
    const lines = [...exchanges(5), { user: 'Sum up.' }];
    const frozen = built(lines, 'cached', { freeze: true });
    expect([frozen.cacheMarks, resetsIn(frozen)]).toEqual([[0], []]);
  });

  it('moves, with the reason, if a message before it is no longer sent', () => {
    const lines = [
      { user: 'Q' },
      { answer: '', calls: ['A'] },
      { answer: 'Done.' },
      ...exchanges(3),
      { user: 'Q' },
      { answer: 'A', cacheControlIndex: 6 },
    ];
    const settings = { toolMemory: { enabled: true, forgetAfterConclusions: 0 } };
    const frozenAt = (stored: number) => {
      const stamped = lines.map((line) =>
        'cacheControlIndex' in line ? { ...line, cacheControlIndex: stored } : line,
      );
      const frozen = built(stamped, 'cached', { freeze: true, settings });
      return [frozen.cacheMarks, resetsIn(frozen)];
    };
    // Without the call and its result, the request of the last answer has ten messages.
    expect(frozenAt(6)).toEqual([[0, 6], []]);
    // With them it had twelve.
    expect(frozenAt(7)).toEqual([[0, 6], ['marked-part-changed']]);
  });

  it('is dropped, with the reason, if its answer was summarized', () => {
    const lines = [...answered(6), { summary: 'Earlier.' }, { user: 'Q' }];
    const frozen = built(lines, 'cached', { freeze: true });
    expect([frozen.cacheMarks, resetsIn(frozen)]).toEqual([[0], ['marked-part-changed']]);
  });
});

describe('a mark that advances', () => {
  it('reports once that the part it covered is gone', () => {
    const summarized = [...answered(6), { summary: 'Earlier.' }, { user: 'Q' }];
    expect(resetsIn(built(summarized, 'cached'))).toEqual(['marked-part-changed']);
    const answeredSince = [...summarized, { answer: 'A', cacheControlIndex: 0 }, { user: 'R' }];
    expect(resetsIn(built(answeredSince, 'cached'))).toEqual([]);
  });

  it('reports nothing in a conversation that only grows', () => {
    const lines: Line[] = [...exchanges(4), { user: 'Q' }];
    for (let round = 0; round < 10; round += 1) {
      const grown = built(lines, 'cached');
      const { cacheControlIndex } = grown;
      expect(resetsIn(grown)).toEqual([]);
      lines.push(
        { answer: '', calls: ['A', 'B'], ...(cacheControlIndex === null ? {} : { cacheControlIndex }) },
        ...(round % 3 === 2 ? [{ answer: 'Done.' }, { user: 'Next.' }] : []),
      );
    }
  });
});
