import { describe, expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import { BUILT_IN_TOOLS } from '@/src/core/tools/built-in-tools';
import type { ApiMessage } from '@/src/schema/api-message';
import type { ToolMemory } from '@/src/schema/chat-settings';
import { type Line, toldConversation } from '../../fakes/told-conversation';
import { buildRequest } from './build-request';

const built = (lines: Line[], toolMemory: ToolMemory) =>
  buildRequest(toldConversation(...lines), { tools: BUILT_IN_TOOLS, settings: { toolMemory } });

const remember = (forgetAfterConclusions: number): ToolMemory => ({ enabled: true, forgetAfterConclusions });

/** The names of the calls, and of the results, in a request. */
function toolsIn(messages: readonly ApiMessage[]) {
  const names = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
  }
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
  return { called: [...names.values()], answered: results.map((id) => names.get(id)) };
}

/** A turn: a prompt, calls of two tools, a conclusion. */
const turn = (first: string, second: string): Line[] => [
  { user: `Use ${first} and ${second}.` },
  { answer: '', calls: [first, second] },
  { answer: `Used ${first} and ${second}.` },
];
const threeTurns = [...turn('A', 'B'), ...turn('C', 'D'), ...turn('E', 'F')];
/** As in the middle of the last turn: its calls are answered, and it isn't concluded. */
const within = (lines: Line[]) => lines.slice(0, -1);

describe('a new chat', () => {
  it('has tool memory off, with one turn to keep tools if it is switched on', () => {
    expect(newChatSettings().toolMemory).toEqual({ enabled: false, forgetAfterConclusions: 1 });
  });
});

describe('the calls and results of a request', () => {
  it.each<[string, number, Line[], string[]]>([
    [
      '0, in turn 1: A and B of turn 0 are gone',
      0,
      within([...turn('A', 'B'), ...turn('C', 'D')]),
      ['C', 'D'],
    ],
    ['0, in turn 0: nothing is gone', 0, within(turn('A', 'B')), ['A', 'B']],
    ['0, after turn 1 was concluded: nothing is left', 0, [...turn('A', 'B'), ...turn('C', 'D')], []],
    ['1, in turn 1: A and B stay', 1, within([...turn('A', 'B'), ...turn('C', 'D')]), ['A', 'B', 'C', 'D']],
    ['1, in turn 2: A and B of turn 0 are gone, C and D stay', 1, within(threeTurns), ['C', 'D', 'E', 'F']],
    ['2, in turn 2: nothing is gone', 2, within(threeTurns), ['A', 'B', 'C', 'D', 'E', 'F']],
    ['2, in turn 3: A and B are gone', 2, [...threeTurns, { user: 'More.' }], ['C', 'D', 'E', 'F']],
    [
      '5, in turn 5: nothing is gone',
      5,
      [...threeTurns, ...conclusions(2), { user: 'More.' }],
      ['A', 'B', 'C', 'D', 'E', 'F'],
    ],
    [
      '5, in turn 6: A and B are gone',
      5,
      [...threeTurns, ...conclusions(3), { user: 'More.' }],
      ['C', 'D', 'E', 'F'],
    ],
  ])('with forgetAfterConclusions %s', (_, forgetAfterConclusions, lines, expected) => {
    const { messages } = built(lines, remember(forgetAfterConclusions));
    expect(toolsIn(messages)).toEqual({ called: expected, answered: expected });
  });

  it('are all sent while tool memory is off, whatever the number', () => {
    const { messages, omissions } = built(threeTurns, { enabled: false, forgetAfterConclusions: 0 });
    expect(toolsIn(messages).called).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(omissions.filter(({ reason }) => reason === 'tool-memory')).toEqual([]);
  });

  it.each<[string, Line[], string[]]>([
    [
      'several messages of the user in a row start no turn',
      [...turn('A', 'B'), { user: 'One.' }, { user: 'Two.' }],
      ['A', 'B'],
    ],
    [
      'a message of the user amid a turn keeps the count',
      [{ user: 'Go.' }, { answer: '', calls: ['A'] }, { user: 'Also C.' }, { answer: '', calls: ['C'] }],
      ['A', 'C'],
    ],
    [
      'a conclusion without tools in its turn counts too',
      [...turn('A', 'B'), ...conclusions(1), { user: 'More.' }],
      [],
    ],
    [
      'an answer that was cut off is continued, so it concludes nothing',
      [...turn('A', 'B'), { user: 'Long.' }, { answer: 'It is', finish: 'length' }, { event: 'Go on.' }],
      ['A', 'B'],
    ],
  ])('follow the turns: %s', (_, lines, expected) => {
    expect(toolsIn(built(lines, remember(1)).messages).called).toEqual(expected);
  });

  it('count a finished task as a conclusion', () => {
    const finished: Line[] = [
      { user: 'Go.' },
      { answer: '', calls: ['A'] },
      { answer: '', calls: [{ name: 'finish_task', args: { summary: 'All done.' } }] },
      { user: 'More.' },
    ];
    const { messages } = built(finished, remember(0));
    expect(messages).toEqual([
      { role: 'system', content: 'S' },
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'All done.' },
      { role: 'user', content: 'More.' },
    ]);
  });
});

describe('an answer whose calls are forgotten', () => {
  it('keeps its text', () => {
    const lines: Line[] = [
      { user: 'Go.' },
      { answer: 'Let me look.', calls: ['A'] },
      { answer: 'Done.' },
      { user: 'More.' },
    ];
    expect(built(lines, remember(0)).messages.slice(1)).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'Let me look.' },
      { role: 'user', content: '[event from steward] Continue.' },
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'More.' },
    ]);
  });

  it('keeps the question that it asked by a call, since the user’s answer follows', () => {
    const lines: Line[] = [
      { user: 'Remove it.' },
      { answer: '', calls: [{ name: 'ask_user', args: { question: 'Which one?', choices: [] } }] },
      { user: 'The second.' },
      { answer: 'Removed.' },
      { user: 'More.' },
    ];
    expect(
      built(lines, remember(0))
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Remove it.', 'Which one?', 'The second.', 'Removed.', 'More.']);
  });
});

describe('what tool memory leaves out', () => {
  it('is listed with the tools, the calls, and the messages that are no longer sent', () => {
    const { omissions } = built(within([...turn('A', 'B'), ...turn('C', 'A')]), remember(0));
    expect(omissions.filter(({ reason }) => reason === 'tool-memory')).toEqual([
      { what: 'calls', reason: 'tool-memory', count: 2, tools: ['A', 'B'] },
      { what: 'messages', reason: 'tool-memory', count: 3, tools: [] },
    ]);
  });

  it('does not change which tools go out, since each can be used again', () => {
    const names = (memory: ToolMemory) => built(threeTurns, memory).tools.map((tool) => tool.function.name);
    expect(names(remember(0))).toEqual(['ask_user', 'wait', 'finish_task']);
    expect(names({ enabled: false, forgetAfterConclusions: 1 })).toEqual(names(remember(0)));
  });
});

function conclusions(count: number): Line[] {
  return Array.from({ length: count }, (_, index): Line[] => [
    { user: `Question ${index}.` },
    { answer: `Answer ${index}.` },
  ]).flat();
}
