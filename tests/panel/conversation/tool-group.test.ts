import { expect, it } from 'vitest';
import { streamingToolCard, type ToolCardModel } from '@/src/panel/conversation/tool-card-model';
import { groupSummary, withRefusalsTogether } from '@/src/panel/conversation/tool-group';
import type { ToolCardState } from '@/src/panel/kit/tool-state-icon';
import { say } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

it.each<[ToolCardState[], string]>([
  [['done', 'failed', 'done', 'done'], '4 calls: 3 done and 1 failed'],
  [['done', 'done'], '2 calls: 2 done'],
  [['awaiting-approval', 'awaiting-approval'], '2 calls: 2 waiting for approval'],
  [
    ['failed', 'awaiting-approval', 'running', 'planned', 'refused', 'nothing-to-do', 'done'],
    '7 calls: 1 done, 1 with nothing to do, 1 not run, 1 planned, 1 running, 1 waiting for approval and 1 failed',
  ],
])('sums up %j as “%s”', (states, text) => {
  expect(wordsOf(groupSummary(states))).toBe(text);
});

const refused = (reason: string | null): Partial<ToolCardModel> => ({
  state: 'refused',
  outcome: say('conversation.outcome.refused'),
  reason,
});
const DONE: Partial<ToolCardModel> = { state: 'done' };

it.each<[string, Partial<ToolCardModel>[], number[]]>([
  ['for one reason', [refused('too many'), refused('too many'), refused('too many')], [3]],
  ['without a reason', [refused(null), refused(null)], [2]],
  ['for two reasons', [refused('too many'), refused('no')], [1, 1]],
  [
    'by the user and by the permissions',
    [refused(null), { ...refused(null), outcome: say('conversation.outcome.notAllowed') }],
    [1, 1],
  ],
  ['with another call between them', [refused(null), DONE, DONE, refused(null)], [1, 1, 1, 1]],
])('puts calls together that were refused one after the other %s', (_, cards, lengths) => {
  const calls = cards.map((card, index) => ({
    kind: 'tool' as const,
    key: `m:call:${index}`,
    card: { ...streamingToolCard({ index, name: 'add_rule', argumentsText: '{}' }), ...card },
  }));
  expect(withRefusalsTogether(calls).map(({ length }) => length)).toEqual(lengths);
});
