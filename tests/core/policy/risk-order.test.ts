import { describe, expect, it } from 'vitest';
import { riskiestCallsFirst, riskiestDifferencesFirst, riskOf } from '@/src/core/policy/risk-order';
import type { CallDryRun, ChangePreview } from '@/src/schema/dry-run';

const shared = { args: {}, rows: [], stateHashBefore: null, savedHashBefore: null };

function dryRun(preview: Partial<ChangePreview>): CallDryRun {
  return {
    ...shared,
    executionId: 'e',
    kind: 'change',
    preview: { summary: '', effects: [], unchanged: null, differences: [], notes: [], ...preview },
    step: {},
    after: null,
  };
}

const loss = (total: number) => ({ kind: 'loss' as const, title: 'Newly hidden', names: [], total });
const removed = { kind: 'removed' as const, text: 'a' };
const added = { kind: 'added' as const, text: 'b' };
const failure: CallDryRun = {
  ...shared,
  executionId: 'e',
  kind: 'failure',
  result: { success: false, message: '' },
};

const SAVE = dryRun({ notes: [{ topic: 'others', text: '' }], effects: [loss(3)] });
const CLEAR = dryRun({ differences: [removed, removed], effects: [loss(90)] });
const REMOVE = dryRun({ differences: [removed, added] });
const HIDE_MANY = dryRun({ effects: [loss(40)], differences: [added] });
const HIDE_ONE = dryRun({ effects: [loss(1)], differences: [added] });
const NO_EFFECT = dryRun({ differences: [added] });

describe('the risk of a call', () => {
  it.each([
    ['affects others than the page’s user', SAVE, { risk: 'others', amount: 3 }],
    ['removes something, whatever else it does', CLEAR, { risk: 'removal', amount: 2 }],
    ['changes what is available', HIDE_MANY, { risk: 'availability', amount: 40 }],
    ['changes nothing that is available', NO_EFFECT, { risk: 'none', amount: 1 }],
    ['would fail', failure, { risk: 'none', amount: 0 }],
    ['has no dry run', null, { risk: 'none', amount: 0 }],
  ])('%s → %j', (_, call, risk) => {
    expect(riskOf(call)).toEqual(risk);
  });
});

describe('the order by risk', () => {
  it('calls → those that affect others, removals, the largest changes of what is available, the rest', () => {
    const calls = [failure, HIDE_ONE, NO_EFFECT, REMOVE, HIDE_MANY, CLEAR, SAVE];
    expect(riskiestCallsFirst(calls, (call) => call)).toEqual([
      SAVE,
      CLEAR,
      REMOVE,
      HIDE_MANY,
      HIDE_ONE,
      NO_EFFECT,
      failure,
    ]);
  });

  it('equal calls → original order', () => {
    const calls = [1, 2, 3];
    expect(riskiestCallsFirst(calls, () => HIDE_ONE)).toEqual(calls);
  });

  it('differences → removed, modified, added', () => {
    const kinds = (['added', 'removed', 'modified', 'removed'] as const).map((kind, id) => ({ kind, id }));
    expect(riskiestDifferencesFirst(kinds).map(({ id }) => id)).toEqual([1, 3, 2, 0]);
  });
});
