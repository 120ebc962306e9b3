import { describe, expect, it } from 'vitest';
import { APPROVAL_LOCK_MS, lockLine, lockOf } from '@/src/core/page-lock/lock-of';
import { english } from '@/src/core/text/english';
import type { ExecutionState } from '@/src/schema/call';
import type { RunOutcome, RunStatus } from '@/src/schema/run-status';
import type { Effect } from '@/src/schema/values/policy';

const NOW_MS = 1_000_000;

const WORKING = { reason: 'working', progress: null, untilMs: null };

const calls = (...made: [Effect | null, ExecutionState][]) =>
  made.map(([effect, state]) => ({ effect, state }));

const over = (outcome: RunOutcome | null): RunStatus => ({
  state: 'waiting-for-system-input',
  outcome,
  requiredScope: null,
  interruptibleByUser: true,
});

const coordination = (coordinatingToolName: string): RunStatus => ({
  state: 'waiting-for-agent-coordination',
  coordinatingToolCallId: null,
  coordinatingToolName,
  targetAgentScope: null,
  userCanInterrupt: true,
  seenContextHash: null,
  reason: '',
  untilMs: NOW_MS + 1,
});

describe('the lock of a run', () => {
  it.each<[string, RunStatus]>([
    ['starts up again', { state: 'waiting-for-all-actors-ready' }],
    ['asks the model', { state: 'processing' }],
  ])('is active while the run %s', (_, status) => {
    expect(lockOf({ status }, null, calls(['write', 'received']), NOW_MS)).toEqual(WORKING);
  });

  it.each<[string, RunStatus]>([
    ['waits for an endpoint', { state: 'waiting-for-endpoint' }],
    ['asks the user', { state: 'waiting-for-user-input', reason: 'question' }],
    ['waits for its page', coordination('page')],
    ['waits for something else', coordination('wait')],
    ['waits for an event', over(null)],
    ['is paused', { state: 'paused', before: { state: 'processing' } }],
    ['has concluded', over('completed')],
    ['was stopped', over('stopped')],
    ['failed', over('error')],
    ['is done', { state: 'done' }],
  ])('is inactive while the run %s', (_, status) => {
    expect(lockOf({ status }, { createdAtMs: NOW_MS }, calls(['write', 'started']), NOW_MS)).toBeNull();
  });

  it.each<[string, ReturnType<typeof calls>]>([
    ['of which none is known', []],
    ['that read or show something', calls(['read', 'started'], ['navigate', 'received'])],
    ['of unknown tools', calls([null, 'received'])],
  ])('says that Steward is working during calls %s', (_, made) => {
    expect(lockOf({ status: { state: 'waiting-for-tools' } }, null, made, NOW_MS)).toEqual(WORKING);
  });

  it('counts only the calls that change the page', () => {
    const made = calls(
      ['read', 'done'],
      ['write', 'done'],
      ['commit', 'started'],
      ['write', 'received'],
      [null, 'done'],
    );
    expect(lockOf({ status: { state: 'waiting-for-tools' } }, null, made, NOW_MS)).toEqual({
      reason: 'working',
      progress: { done: 1, total: 3 },
      untilMs: null,
    });
  });

  it.each([
    ['holds', 0],
    ['still holds', APPROVAL_LOCK_MS - 1],
    ['has ended', APPROVAL_LOCK_MS],
    ['stays ended', APPROVAL_LOCK_MS * 10],
  ])('%s %d ms after the approval request', (_, afterMs) => {
    const status: RunStatus = { state: 'waiting-for-approval', approvalId: 'a' };
    const lock = lockOf({ status }, { createdAtMs: NOW_MS }, [], NOW_MS + afterMs);
    expect(lock).toEqual(
      afterMs < 300_000
        ? {
            reason: 'approval',
            progress: null,
            untilMs: NOW_MS + 300_000,
          }
        : null,
    );
  });

  it('is inactive if the approval request is missing', () => {
    const status: RunStatus = { state: 'waiting-for-approval', approvalId: 'a' };
    expect(lockOf({ status }, null, [], NOW_MS)).toBeNull();
  });
});

describe('the text of a lock', () => {
  it.each([
    [null, 'Steward is working on this page'],
    [{ done: 0, total: 1 }, 'Steward is working on this page'],
    [{ done: 0, total: 5 }, 'Steward is working on this page · 1 of 5'],
    [{ done: 1, total: 5 }, 'Steward is working on this page · 2 of 5'],
    [{ done: 5, total: 5 }, 'Steward is working on this page · 5 of 5'],
  ])('with the progress %j is “%s”', (progress, line) => {
    expect(english(lockLine({ reason: 'working', progress }))).toBe(line);
  });
});
