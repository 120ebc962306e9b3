import { describe, expect, it } from 'vitest';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import { effectHashOf, hasFailedBefore, shownEffect } from '@/src/core/policy/shown-effect';
import type { ApprovalCall, ShownEffect } from '@/src/schema/approval';
import type { CallDryRun } from '@/src/schema/dry-run';
import { approvalCall } from './approval-call';
import { resultOf } from './gate-rig';

const dryRun: Extract<CallDryRun, { kind: 'change' }> = {
  kind: 'change',
  executionId: 'e0',
  args: {},
  rows: [],
  stateHashBefore: 'h',
  savedHashBefore: 's',
  step: { replaces: 's' },
  preview: NO_CHANGE,
  after: { stateHash: 'h', savedHash: 't' },
};

describe('the hash of the effect that the user is shown', () => {
  it.each<[string, string, Partial<typeof dryRun>]>([
    ['tool', 'other', {}],
    ['step', 'publish', { step: { replaces: 'other' } }],
    ['effect on the models', 'publish', { preview: { ...NO_CHANGE, summary: 'Hides 1 model.' } }],
    ['saved state after it', 'publish', { after: { stateHash: 'h', savedHash: 'other' } }],
    ['page after it', 'publish', { after: null }],
  ])('changes with the %s', (_what, tool, changed) => {
    expect(effectHashOf(tool, { ...dryRun, ...changed })).not.toBe(effectHashOf('publish', dryRun));
  });

  it('is null for a call that would do nothing', () => {
    const { executionId, args, rows } = dryRun;
    const shared = { executionId, args, rows, stateHashBefore: 'h', savedHashBefore: 's' };
    const result = { success: false, message: 'Nothing to publish.' };
    expect(shownEffect('publish', { kind: 'failure', ...shared, result }, new Set(['e9']))).toEqual({
      effectHash: null,
      stateHashBefore: 'h',
      savedHashBefore: 's',
      resultsKnown: ['e9'],
    });
  });
});

describe('an earlier call of an approval counts as failed', () => {
  const shown: ShownEffect = {
    effectHash: 'f',
    stateHashBefore: null,
    savedHashBefore: null,
    resultsKnown: [],
  };
  const call = (executionId: string, more: Partial<ApprovalCall> = {}) =>
    approvalCall(executionId, { shown, ...more });
  const rejected = { verdict: 'rejected' as const, args: {}, isEdited: false, note: '', atMs: 0 };

  it.each<[string, boolean, ApprovalCall[], ShownEffect, boolean]>([
    ['it failed though an effect was shown', true, [call('e0'), call('e1')], shown, false],
    ['it succeeded', false, [call('e0'), call('e1')], shown, true],
    [
      'it was shown as failing',
      false,
      [call('e0', { shown: { ...shown, effectHash: null } }), call('e1')],
      shown,
      false,
    ],
    ['it was not shown', false, [call('e0', { shown: null }), call('e1')], shown, false],
    ['the user rejected it', false, [call('e0', { decision: rejected }), call('e1')], shown, false],
    ['it comes after the call', false, [call('e1'), call('e0')], shown, false],
    [
      'the user decided after it had failed',
      false,
      [call('e0'), call('e1')],
      { ...shown, resultsKnown: ['e0'] },
      false,
    ],
  ])('%s: %s', (_condition, expected, calls, shownOfCall, success) => {
    const messages = [resultOf('e0', 2, { success, message: '' })];
    expect(hasFailedBefore({ calls }, { executionId: 'e1', shown: shownOfCall }, messages)).toBe(expected);
  });
});
