import { expect, it } from 'vitest';
import type { RunStatus } from '@/src/core/loop/run-status';
import { runActivity } from '@/src/panel/composer/run-activity';
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
  [{ state: 'waiting-for-user-input', reason: 'question' }, 'idle'],
  [{ state: 'waiting-for-user-input', reason: 'round-limit' }, 'idle'],
  [ended('completed'), 'idle'],
  [{ state: 'done' }, 'idle'],
])('for a run that is %j is %s', (status, activity) => {
  expect(runActivity(storedRun(status))).toBe(activity);
});

it('tells a pause that is yet to come', () => {
  expect(runActivity(storedRun({ state: 'processing' }, { control: 'pause' }))).toBe('pausing');
  expect(runActivity(storedRun({ state: 'processing' }, { control: 'stop' }))).toBe('running');
});
