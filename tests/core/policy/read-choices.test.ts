import { describe, expect, it } from 'vitest';
import { readChoices } from '@/src/core/policy/read-choices';
import type { ApprovalCall, CallChoice } from '@/src/schema/approval';
import { say } from '@/src/schema/values/said';
import { fuzzAdapter } from '../../fuzz/loop/fuzz-adapter';
import { approvalCall } from './approval-call';

const [a, between, b] = [
  approvalCall('a'),
  approvalCall('between', { isAsked: false }),
  approvalCall('b', { tool: 'import_notes' }),
];
const OPEN = [a, between, b];

const choice = (executionId: string, more: Partial<CallChoice> = {}): CallChoice => ({
  executionId,
  verdict: 'approve',
  args: null,
  leftOut: [],
  ...more,
});

const request = ({ executionId, tool, args }: ApprovalCall, more = {}) => ({
  executionId,
  tool,
  args,
  leftOut: [],
  ...more,
});

function read(choices: CallChoice[], open = OPEN) {
  const { toRun, chosen, problems } = readChoices(open, choices, fuzzAdapter.tools);
  return { toRun, problems, chosen: chosen.map(({ call }) => call.executionId) };
}

describe('choices', () => {
  it.each<[string, CallChoice[], ReturnType<typeof read>['toRun'], string[]]>([
    ['about nothing', [], [], []],
    ['for the first call', [choice('a')], [request(a)], ['a']],
    [
      'for all calls, with the allowed calls between them',
      [choice('a'), choice('b')],
      [request(a), request(between), request(b)],
      ['a', 'b'],
    ],
    ['in another order', [choice('b'), choice('a')], [request(a), request(between), request(b)], ['a', 'b']],
    [
      'that refuse one',
      [choice('a', { verdict: 'reject' }), choice('b')],
      [request(between), request(b)],
      ['a', 'b'],
    ],
    [
      'that reject a call with invalid edits',
      [choice('a', { verdict: 'reject', args: { nonsense: 1 } })],
      [],
      ['a'],
    ],
    [
      'that name a call that needs no approval',
      [choice('a'), choice('between')],
      [request(a), request(between)],
      ['a'],
    ],
    ['with edits', [choice('a', { args: { text: 'bun' } })], [request(a, { args: { text: 'bun' } })], ['a']],
    [
      'that leave rows out',
      [choice('a', { leftOut: ['x', 'y'] })],
      [request(a, { leftOut: ['x', 'y'] })],
      ['a'],
    ],
  ])('%s', (_what, choices, toRun, chosen) => {
    expect(read(choices)).toEqual({ toRun, chosen, problems: [] });
  });

  it('with invalid edits return all validation errors with their paths', () => {
    const choices = [
      choice('a', { args: { text: 1, more: true } }),
      choice('b', { args: { notes: ['x', 2] } }),
    ];
    const { problems, chosen, toRun } = read(choices);
    expect(problems).toEqual([
      { executionId: 'a', path: ['text'], message: '"text" has to be a string, not a number.' },
      { executionId: 'a', path: [], message: 'There is no parameter "more".' },
      { executionId: 'b', path: ['notes', 1], message: '"notes.1" has to be a string, not a number.' },
    ]);
    expect(chosen).toEqual([]);
    expect(toRun).toEqual([request(between)]);
  });

  it.each<[string, CallChoice[], string]>([
    ['name a call twice', [choice('a'), choice('a')], 'A call is named twice.'],
    ['skip a call', [choice('b')], 'Calls are decided in their order.'],
    [
      'name a call that is already decided',
      [choice('a'), choice('x')],
      'A call is already decided, or not part of the approval request.',
    ],
    ...[{ verdict: 'reject' as const }, { args: { text: 'bun' } }, { leftOut: ['x'] }].map(
      (more): [string, CallChoice[], string] => [
        `would have a call otherwise about which nobody asks: ${JSON.stringify(more)}`,
        [choice('a'), choice('between', more)],
        'A call that needs no approval can’t be changed or rejected.',
      ],
    ),
  ])('are refused if they %s', (_what, choices, details) => {
    expect(() => read(choices)).toThrow(
      expect.objectContaining({
        code: 'invalid-message',
        message: 'The decision doesn’t match the approval request any more.',
        remedy: say('error.policy.misfitRemedy'),
        details,
      }),
    );
  });

  it('with edits of a call without a tool are refused', () => {
    const open = [approvalCall('a', { tool: 'gone' })];
    expect(read([choice('a')], open).problems).toEqual([]);
    expect(() => read([choice('a', { args: {} })], open)).toThrow(
      expect.objectContaining({ details: 'There is no tool gone any more.' }),
    );
  });
});
