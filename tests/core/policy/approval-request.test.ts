import { describe, expect, it } from 'vitest';
import {
  asWritten,
  doneCalls,
  dryRunDigest,
  isOpen,
  previewOf,
  undecidedCalls,
} from '@/src/core/policy/approval-request';
import { NO_CHANGE } from '@/src/core/policy/plain-dry-run';
import type { ApprovalCall, CallDecision } from '@/src/schema/approval';
import type { DryRun } from '@/src/schema/dry-run';
import { approvalCall } from './approval-call';
import { createGateRig, receivedExecution, SOURCE } from './gate-rig';

const decision: CallDecision = { verdict: 'rejected', args: {}, isEdited: false, note: '', atMs: 1 };

describe('the undecided calls of an approval request', () => {
  it.each<[string, ApprovalCall[], string[], string[], boolean]>([
    ['contain all calls at first', [approvalCall('a'), approvalCall('b')], [], ['a', 'b'], true],
    ['leave out decided calls', [approvalCall('a', { decision }), approvalCall('b')], [], ['b'], true],
    ['leave out calls with a result', [approvalCall('a'), approvalCall('b')], ['a'], ['b'], true],
    [
      'contain an allowed call, which needs no decision',
      [approvalCall('a', { decision }), approvalCall('b', { isAsked: false })],
      [],
      ['b'],
      false,
    ],
    [
      'are none once all are decided or have a result',
      [approvalCall('a', { decision }), approvalCall('b')],
      ['b'],
      [],
      false,
    ],
  ])('%s', (_what, calls, done, open, isLeft) => {
    expect(undecidedCalls({ calls }, new Set(done)).map(({ executionId }) => executionId)).toEqual(open);
    expect(isOpen({ calls }, new Set(done))).toBe(isLeft);
  });
});

it('doneCalls returns the calls with a result', async () => {
  const states = ['received', 'awaiting-approval', 'started', 'done', 'done'] as const;
  const executionsOf = async () => states.map((state, index) => receivedExecution(index, { state }));
  expect(await doneCalls({ journal: { executionsOf } }, 'm')).toEqual(new Set(['e3', 'e4']));
});

it('asWritten requests a dry run with the model’s arguments and no rows left out', () => {
  expect(asWritten(approvalCall('a', { decision: { ...decision, args: { text: 'edited' } } }))).toEqual({
    executionId: 'a',
    tool: 'add_note',
    args: { text: 'ale' },
    leftOut: [],
  });
});

describe('a preview', () => {
  const dryRun: DryRun = {
    calls: [
      {
        kind: 'change',
        executionId: 'a',
        args: { text: 'ale' },
        preview: NO_CHANGE,
        rows: [],
        step: { text: 'ale' },
        stateHashBefore: 'h',
        savedHashBefore: 's',
        after: null,
      },
    ],
    net: NO_CHANGE,
  };
  const reading = {
    context: { notes: ['bun', 'cod'], published: [], stock: 0 },
    stateHash: 'h',
    source: SOURCE,
  };

  it('lists the changes since the request, with their makers', async () => {
    const rig = createGateRig([], { notes: ['ale', 'bun'] });
    expect(await previewOf(rig.deps, rig.chat, { notes: ['ale', 'bun'] }, { dryRun, reading })).toEqual({
      atMs: 1_000,
      stateHash: 'h',
      dryRun,
      since: [
        { kind: 'removed', text: 'ale' },
        { kind: 'added', text: 'cod' },
      ],
      sinceBy: ['you'],
      digest: dryRunDigest('h', dryRun),
    });
  });

  it.each<[string, string, Partial<DryRun>]>([
    ['page', 'i', {}],
    ['call', 'h', { calls: [] }],
    ['effect', 'h', { net: { ...NO_CHANGE, summary: 'Hides 2 models.' } }],
  ])('has another digest for another %s', (_what, stateHash, more) => {
    expect(dryRunDigest(stateHash, { ...dryRun, ...more })).not.toBe(dryRunDigest('h', dryRun));
    expect(dryRunDigest('h', structuredClone(dryRun))).toBe(dryRunDigest('h', dryRun));
  });
});
