import { describe, expect, it } from 'vitest';
import type { RunStatus, StatusEvent } from '@/src/core/loop/run-status';
import { isActive, transition } from '@/src/core/loop/transition';

const processing: RunStatus = { state: 'processing' };
const tools: RunStatus = { state: 'waiting-for-tools' };
const approval: RunStatus = { state: 'waiting-for-approval', approvalId: 'a' };
const limit: RunStatus = { state: 'waiting-for-user-input', reason: 'round-limit' };
const idle = (outcome: 'completed' | 'stopped' | 'error'): RunStatus => ({
  state: 'waiting-for-system-input',
  outcome,
});

const events: StatusEvent[] = [
  { type: 'calls-received' },
  { type: 'results-complete' },
  { type: 'approval-needed', approvalId: 'a' },
  { type: 'approval-decided' },
  { type: 'round-limit-reached' },
  { type: 'continued' },
  { type: 'concluded' },
  { type: 'stopped' },
  { type: 'failed' },
  { type: 'retried' },
  { type: 'rolled-back', resumable: true },
  { type: 'rolled-back', resumable: false },
];

const rolledBack: RunStatus = { state: 'waiting-for-user-input', reason: 'rolled-back' };

/** One row per status: what each event of the list above leads to; null where it is illegal. */
const table: [RunStatus, (RunStatus | null)[]][] = [
  [
    processing,
    [
      tools,
      null,
      null,
      null,
      limit,
      null,
      idle('completed'),
      idle('stopped'),
      idle('error'),
      null,
      null,
      null,
    ],
  ],
  [
    tools,
    [null, processing, approval, null, null, null, null, idle('stopped'), idle('error'), null, null, null],
  ],
  [approval, [null, null, null, tools, null, null, null, idle('stopped'), idle('error'), null, null, null]],
  [
    limit,
    [
      null,
      null,
      null,
      null,
      null,
      processing,
      null,
      idle('stopped'),
      null,
      null,
      rolledBack,
      idle('completed'),
    ],
  ],
  [
    idle('completed'),
    [null, null, null, null, null, null, null, null, null, null, rolledBack, idle('completed')],
  ],
  [
    idle('stopped'),
    [null, null, null, null, null, null, null, null, null, null, rolledBack, idle('completed')],
  ],
  [
    idle('error'),
    [null, null, null, null, null, null, null, null, null, processing, rolledBack, idle('completed')],
  ],
];

const pairs = table.flatMap(([status, row]) =>
  events.map((event, index) => ({ status, event, next: row[index] ?? null })),
);

describe('transition', () => {
  it.each(pairs.filter((pair) => pair.next !== null))(
    'takes $status.state with $event.type to $next.state',
    ({ status, event, next }) => expect(transition(status, event)).toEqual(next),
  );

  it.each(pairs.filter((pair) => pair.next === null))(
    'refuses $event.type in $status.state',
    ({ status, event }) =>
      expect(() => transition(status, event)).toThrow(
        expect.objectContaining({ code: 'illegal-transition' }),
      ),
  );

  it('calls a run active exactly while it works or waits for an approval', () => {
    const active = table.map(([status]) => isActive(status));
    expect(active).toEqual([true, true, true, false, false, false, false]);
  });
});
