import { describe, expect, it } from 'vitest';
import { queuedStatusText, runActions } from '@/src/panel/composer/run-actions';
import type { Run } from '@/src/schema/run';
import type { RequestableStatus, RunStatus } from '@/src/schema/run-status';
import { ended, storedRun, WAITING } from '../stored-run';

const REQUESTED: RequestableStatus = { state: 'waiting-for-user-input', reason: 'requested' };
const WAIT = 'Wait for me before the next request';
const labels = (status: RunStatus, control: Run['control'], queued: RequestableStatus | null) =>
  runActions(storedRun(status, { control }), queued).map(({ label }) => label);

it('there is no menu without a run, or for a run that is over', () => {
  expect(runActions(null, null)).toEqual([]);
  for (const status of [ended('completed'), ended('stopped'), ended('error'), { state: 'done' } as const])
    expect(runActions(storedRun(status), null)).toEqual([]);
});

describe('the menu of a run', () => {
  it.each<[string, RunStatus, Run['control'], RequestableStatus | null, string[]]>([
    [
      'works',
      { state: 'processing' },
      null,
      null,
      ['Stop now', 'Stop after this step', 'Pause', WAIT, 'End the task'],
    ],
    [
      'waits for approval',
      { state: 'waiting-for-approval', approvalId: 'a' },
      null,
      null,
      ['Stop now', 'Stop after this step', 'Pause', WAIT, 'End the task'],
    ],
    [
      'is pausing',
      { state: 'processing' },
      'pause',
      null,
      ['Stop now', 'Stop after this step', WAIT, 'End the task'],
    ],
    ['is stopping', { state: 'waiting-for-tools' }, 'stop', null, ['Stop now']],
    [
      'is paused',
      { state: 'paused', before: { state: 'processing' } },
      null,
      null,
      ['Stop now', 'Resume', WAIT, 'End the task'],
    ],
    [
      'will wait',
      { state: 'processing' },
      null,
      REQUESTED,
      ['Stop now', 'Stop after this step', 'Pause', 'End the task'],
    ],
    [
      'will be done',
      { state: 'processing' },
      null,
      { state: 'done' },
      ['Stop now', 'Stop after this step', 'Pause', WAIT],
    ],
    ['waits by itself', WAITING, null, null, ['Stop now', 'Pause', 'End the task']],
    ['has no endpoint', { state: 'waiting-for-endpoint' }, null, null, ['Stop now', 'Pause', 'End the task']],
    [
      'asks the user',
      { state: 'waiting-for-user-input', reason: 'question' },
      null,
      null,
      ['Stop now', 'End the task'],
    ],
  ])('that %s has the entries that can be carried out', (_, status, control, queued, expected) => {
    expect(labels(status, control, queued)).toEqual(expected);
  });

  it.each<[string, RunStatus, object]>([
    [
      'after the step of a run that works',
      { state: 'processing' },
      { type: 'queue-status', runId: 'r', status: 'done' },
    ],
    ['at once if the run waits', WAITING, { type: 'control-run', action: 'end-task' }],
  ])('ends the task %s', (_, status, command) => {
    const [end] = runActions(storedRun(status), null).slice(-1);
    expect(end).toMatchObject({ label: 'End the task', command });
  });

  it('has one letter for each entry, and a sentence with its effect', () => {
    const actions = runActions(storedRun({ state: 'processing' }), null);
    expect(new Set(actions.map(({ key }) => key)).size).toBe(actions.length);
    for (const { sentence } of actions) expect(sentence).toMatch(/^[A-Z].+\.$/);
  });
});

it.each<[RequestableStatus | null, boolean, string | null]>([
  [null, false, null],
  [{ state: 'done' }, false, 'After this step: the task ends.'],
  [REQUESTED, false, 'After this step: Steward waits for you.'],
  [WAITING, false, 'After this step: Steward waits.'],
  [null, true, null],
  [REQUESTED, true, 'With your next message: Steward waits for you before the first request.'],
])('the queued status %j, in an idle chat: %j, is shown as %j', (queued, isIdle, text) => {
  expect(queuedStatusText(queued, isIdle)).toBe(text);
});
