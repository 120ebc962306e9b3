import { describe, expect, it } from 'vitest';
import { queuedStatusText, runActions } from '@/src/panel/composer/run-actions';
import type { Run } from '@/src/schema/run';
import type { RequestableStatus, RunStatus } from '@/src/schema/run-status';
import { t } from '@/src/texts/i18n';
import { ended, storedRun, WAITING } from '../stored-run';

const REQUESTED: RequestableStatus = { state: 'waiting-for-user-input', reason: 'requested' };
const labels = (status: RunStatus, control: Run['control']) =>
  runActions(storedRun(status, { control })).map(({ action }) => t(`composer.run.${action}`));

it('there is no way to stop without a run, or for a run that is over', () => {
  expect(runActions(null)).toEqual([]);
  for (const status of [ended('completed'), ended('stopped'), ended('error'), { state: 'done' } as const])
    expect(runActions(storedRun(status))).toEqual([]);
});

const ALL = ['Stop now', 'Pause', 'Finish after this step'];

describe('the ways to stop a run', () => {
  it.each<[string, RunStatus, Run['control'], string[]]>([
    ['works', { state: 'processing' }, null, ALL],
    ['waits for approval', { state: 'waiting-for-approval', approvalId: 'a' }, null, ALL],
    ['is pausing', { state: 'processing' }, 'pause', ['Stop now', 'Finish after this step']],
    ['is stopping', { state: 'waiting-for-tools' }, 'stop', ['Stop now']],
    ['is paused', { state: 'paused', before: { state: 'processing' } }, null, ['Stop now', 'Resume']],
    ['waits by itself', WAITING, null, ['Stop now', 'Pause']],
    ['has no endpoint', { state: 'waiting-for-endpoint' }, null, ['Stop now', 'Pause']],
    ['asks the user', { state: 'waiting-for-user-input', reason: 'question' }, null, ['Stop now']],
  ])('that %s are those that can be carried out', (_, status, control, expected) => {
    expect(labels(status, control)).toEqual(expected);
  });

  it('have one letter each, and a sentence with the effect', () => {
    const actions = runActions(storedRun({ state: 'processing' }));
    expect(new Set(actions.map(({ key }) => key)).size).toBe(actions.length);
    for (const { action } of actions) expect(t(`composer.run.effect.${action}`)).toMatch(/^[A-Z].+\.$/);
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
