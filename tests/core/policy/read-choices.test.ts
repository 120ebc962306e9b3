import { describe, expect, it } from 'vitest';
import { readChoices } from '@/src/core/policy/read-choices';
import type { ApprovalCall, CallChoice } from '@/src/core/records/approval';
import { fuzzAdapter } from '../../fuzz/loop/fuzz-adapter';

const call = (executionId: string, more: Partial<ApprovalCall> = {}): ApprovalCall => ({
  executionId,
  tool: 'add_note',
  label: 'add_note("ale")',
  question: 'Add?',
  args: { text: 'ale' },
  isAsked: true,
  decision: null,
  shown: null,
  ...more,
});

const [a, between, b] = [call('a'), call('between', { isAsked: false }), call('b', { tool: 'import_notes' })];
const OPEN = [a, between, b];

const choice = (executionId: string, more: Partial<CallChoice> = {}): CallChoice => ({
  executionId,
  verdict: 'approve',
  args: null,
  leftOut: [],
  ...more,
});

const planned = ({ executionId, tool, args }: ApprovalCall, more = {}) => ({
  executionId,
  tool,
  args,
  leftOut: [],
  ...more,
});

function read(choices: CallChoice[], open = OPEN) {
  const { toRun: toPlan, chosen, problems } = readChoices(open, choices, fuzzAdapter.tools);
  return { toPlan, problems, chosen: chosen.map(({ call }) => call.executionId) };
}

describe('choices', () => {
  it.each<[string, CallChoice[], ReturnType<typeof read>['toPlan'], string[]]>([
    ['about nothing', [], [], []],
    ['about the first call', [choice('a')], [planned(a)], ['a']],
    [
      'about all calls, with what the policy lets run between them',
      [choice('a'), choice('b')],
      [planned(a), planned(between), planned(b)],
      ['a', 'b'],
    ],
    ['in another order', [choice('b'), choice('a')], [planned(a), planned(between), planned(b)], ['a', 'b']],
    [
      'that refuse one',
      [choice('a', { verdict: 'reject' }), choice('b')],
      [planned(between), planned(b)],
      ['a', 'b'],
    ],
    [
      'that refuse one with edits that fit nothing',
      [choice('a', { verdict: 'reject', args: { nonsense: 1 } })],
      [],
      ['a'],
    ],
    [
      'that name a call about which nobody asks',
      [choice('a'), choice('between')],
      [planned(a), planned(between)],
      ['a'],
    ],
    ['with edits', [choice('a', { args: { text: 'bun' } })], [planned(a, { args: { text: 'bun' } })], ['a']],
    [
      'that leave parts out',
      [choice('a', { leftOut: ['x', 'y'] })],
      [planned(a, { leftOut: ['x', 'y'] })],
      ['a'],
    ],
  ])('%s', (_what, choices, toPlan, chosen) => {
    expect(read(choices)).toEqual({ toPlan, chosen, problems: [] });
  });

  it('with edits that don’t fit tell what is wrong where, of every call', () => {
    const choices = [
      choice('a', { args: { text: 1, more: true } }),
      choice('b', { args: { notes: ['x', 2] } }),
    ];
    const { problems, chosen, toPlan } = read(choices);
    expect(problems).toEqual([
      { executionId: 'a', path: ['text'], message: expect.any(String) },
      { executionId: 'a', path: [], message: expect.stringContaining('more') },
      { executionId: 'b', path: ['notes', 1], message: expect.any(String) },
    ]);
    expect(chosen).toEqual([]);
    expect(toPlan).toEqual([planned(between)]);
  });

  it.each<[string, CallChoice[], string]>([
    ['name a call twice', [choice('a'), choice('a')], 'A call is named twice.'],
    ['skip a call', [choice('b')], 'Calls are decided in their order.'],
    [
      'name a call that isn’t open',
      [choice('a'), choice('x')],
      'A call is not open any more, or not part of the question.',
    ],
    ...[{ verdict: 'reject' as const }, { args: { text: 'bun' } }, { leftOut: ['x'] }].map(
      (more): [string, CallChoice[], string] => [
        `would have a call otherwise about which nobody asks: ${JSON.stringify(more)}`,
        [choice('a'), choice('between', more)],
        'A call that was decided isn’t asked about any more.',
      ],
    ),
  ])('are refused if they %s', (_what, choices, details) => {
    expect(() => read(choices)).toThrow(
      expect.objectContaining({
        code: 'invalid-message',
        message: 'The decision doesn’t fit the question any more.',
        remedy: 'Look at the question as it stands now, then decide again.',
        details,
      }),
    );
  });

  it('with edits of a call whose tool is gone are refused', () => {
    const open = [call('a', { tool: 'gone' })];
    expect(read([choice('a')], open).problems).toEqual([]);
    expect(() => read([choice('a', { args: {} })], open)).toThrow(
      expect.objectContaining({ details: 'There is no tool gone any more.' }),
    );
  });
});
