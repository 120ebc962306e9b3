// @document
import { beforeEach, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { NextRequestField } from '@/src/panel/settings/chat/next-request-field';
import type { Run } from '@/src/schema/run';
import type { RequestableStatus } from '@/src/schema/run-status';
import { copiedChat } from '../../../fakes/copied-chat';
import { ended, storedRun, WAITING } from '../../stored-run';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const RUNNING = storedRun({ state: 'processing' });
const ASKED = storedRun({ state: 'waiting-for-user-input', reason: 'question' });
let sent: Command[];

beforeEach(() => {
  sent = stubBackground(() => ACCEPTED);
});

const offered = () => rendering.shown.queryAllByRole('option').map(({ textContent }) => textContent);
const show = (run: Run | null, queuedStatus: RequestableStatus | null = null) =>
  rendering.render(<NextRequestField chat={{ ...copiedChat(), id: 'c', queuedStatus }} run={run} />);

const choose = (text: string) => rendering.user.selectOptions(rendering.shown.getByRole('combobox'), text);

it.each<[string, Run | null, string[]]>([
  ['no run yet', null, ['Go on', 'Wait for me']],
  ['a run that is over', storedRun(ended('completed')), ['Go on', 'Wait for me']],
  ['a run that works', RUNNING, ['Go on', 'Wait for me', 'End the task']],
  [
    'an approval to decide',
    storedRun({ state: 'waiting-for-approval', approvalId: 'a' }),
    ['Go on', 'Wait for me', 'End the task'],
  ],
  ['a run that asks the user', ASKED, ['Go on', 'End the task']],
  ['a run that waits by itself', storedRun(WAITING), ['Go on', 'End the task']],
  ['a run that stops after its step', storedRun({ state: 'processing' }, { control: 'stop' }), []],
  ['a run that asks no model', storedRun({ state: 'processing' }, { asksNoModel: true }), []],
])('with %s, offers what can happen instead of the next request', (_, run, expected) => {
  show(run);
  expect(offered()).toEqual(expected);
});

it.each<[string, Run | null, string, object]>([
  ['the next run', null, 'Wait for me', { type: 'queue-status', runId: null, status: 'wait-for-user' }],
  ['a run', RUNNING, 'Wait for me', { type: 'queue-status', runId: 'r', status: 'wait-for-user' }],
  ['a run', RUNNING, 'End the task', { type: 'queue-status', runId: 'r', status: 'done' }],
  ['a run that waits, at once', ASKED, 'End the task', { type: 'control-run', action: 'end-task' }],
])('stores the choice for %s: %#', async (_, run, choice, command) => {
  show(run);
  await choose(choice);
  expect(sent).toEqual([{ ...command, chatId: 'c' }]);
});

it('shows what is queued, and withdraws it', async () => {
  show(RUNNING, { state: 'done' });
  expect(rendering.shown.getByRole('option', { selected: true }).textContent).toBe('End the task');
  await rendering.press('Reset: Before the next request');
  expect(sent).toEqual([{ type: 'queue-status', chatId: 'c', runId: 'r', status: null }]);
});
