import { expect, it } from 'vitest';
import { runActivity } from '@/src/panel/composer/run-activity';
import type { RunStatus } from '@/src/schema/run-status';
import { ended, storedRun, WAITING } from '../stored-run';

it('is idle before the first run', () => {
  expect(runActivity(null)).toBe('idle');
});

it.each<[RunStatus, string]>([
  [{ state: 'waiting-for-all-actors-ready' }, 'running'],
  [{ state: 'waiting-for-endpoint' }, 'running'],
  [{ state: 'processing' }, 'running'],
  [{ state: 'waiting-for-tools' }, 'running'],
  [{ state: 'waiting-for-approval', approvalId: 'a' }, 'running'],
  [WAITING, 'running'],
  [{ state: 'paused', before: { state: 'processing' } }, 'paused'],
  [{ ...WAITING, coordinatingToolCallId: null, userCanInterrupt: false }, 'running'],
  [{ state: 'waiting-for-user-input', reason: 'question' }, 'question'],
  [{ state: 'waiting-for-user-input', reason: 'round-limit' }, 'waiting'],
  [{ state: 'waiting-for-user-input', reason: 'rolled-back' }, 'waiting'],
  [{ state: 'waiting-for-user-input', reason: 'loop-detected' }, 'waiting'],
  [{ state: 'waiting-for-user-input', reason: 'cut-off' }, 'waiting'],
  [
    {
      state: 'waiting-for-system-input',
      outcome: null,
      requiredScope: 'page',
      interruptibleByUser: false,
    },
    'running',
  ],
  [
    { state: 'waiting-for-system-input', outcome: null, requiredScope: null, interruptibleByUser: true },
    'waiting',
  ],
  [ended('completed'), 'idle'],
  [ended('stopped'), 'idle'],
  [ended('error'), 'idle'],
  [{ state: 'done' }, 'idle'],
])('for a run that is %j is %s', (status, activity) => {
  expect(runActivity(storedRun(status))).toBe(activity);
});

it('is pausing while a pause is requested', () => {
  expect(runActivity(storedRun({ state: 'processing' }, { control: 'pause' }))).toBe('pausing');
  expect(runActivity(storedRun({ state: 'processing' }, { control: 'stop' }))).toBe('running');
});
