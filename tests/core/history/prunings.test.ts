import { expect, it } from 'vitest';
import { newPrunings } from '@/src/core/history/prunings';
import type { Omission } from '@/src/schema/sent-request';
import { type Line, toldConversation } from '../../fakes/told-conversation';

const forgets = (count: number): Omission => ({ what: 'messages', reason: 'tool-memory', count, tools: [] });
const ages = (count: number): Omission => ({ what: 'results', reason: 'aged', count, tools: [] });
const trims = (count: number): Omission => ({ what: 'messages', reason: 'trimmed', count, tools: [] });

it.each<[string, Line[], Omission[], [string, number][]]>([
  ['nothing is left out', [], [], []],
  [
    'the user needs no row for what else is left out',
    [],
    [{ what: 'messages', reason: 'local', count: 3, tools: [] }],
    [],
  ],
  ['tool memory starts to forget', [], [forgets(3)], [['tool-memory', 3]]],
  ['tool memory forgets more', [{ pruned: 'tool-memory', omitted: 3 }], [forgets(9)], []],
  ['ageing starts', [], [ages(1)], [['ageing', 1]]],
  ['ageing affects as many as before', [{ pruned: 'ageing', omitted: 1 }], [ages(1)], []],
  ['ageing affects more', [{ pruned: 'ageing', omitted: 1 }], [ages(2)], [['ageing', 2]]],
  ['trimming starts', [], [trims(4)], [['trimming', 4]]],
  ['trimming affects as many as before', [{ pruned: 'trimming', omitted: 4 }], [trims(4)], []],
  ['trimming affects more', [{ pruned: 'trimming', omitted: 4 }], [trims(6)], [['trimming', 6]]],
  ['trimming affects fewer', [{ pruned: 'trimming', omitted: 4 }], [trims(2)], []],
  [
    'the row of another setting is no row of this one',
    [{ pruned: 'ageing', omitted: 9 }],
    [trims(2)],
    [['trimming', 2]],
  ],
  [
    'several start at once',
    [],
    [forgets(1), ages(2), trims(3)],
    [
      ['tool-memory', 1],
      ['ageing', 2],
      ['trimming', 3],
    ],
  ],
  [
    'a summary starts it over',
    [{ pruned: 'tool-memory', omitted: 3 }, { summary: 'S' }],
    [forgets(1)],
    [['tool-memory', 1]],
  ],
])('the rows that are due if %s', (_, lines, omissions, expected) => {
  const due = newPrunings(toldConversation(...lines), omissions);
  expect(due.map(({ prunedBy, omittedMessages }) => [prunedBy, omittedMessages])).toEqual(expected);
});
