import { expect, it } from 'vitest';
import { changeLabel, checkpointLabel, requestsOf } from '@/src/core/checkpoints/checkpoint-label';
import { english } from '@/src/core/text/english';
import { callLabel } from '@/src/core/tools/call-label';
import { linesOf } from '@/src/core/tools/call-lines';
import type { CheckpointCall, CheckpointReason } from '@/src/schema/checkpoint';
import type { UserMessage } from '@/src/schema/message';
import { aCheckpoint } from './a-checkpoint';

const call: CheckpointCall = {
  executionId: 'x',
  name: 'add_note',
  args: { text: 'eggs' },
  success: null,
  message: null,
};

it.each<[CheckpointReason, number, string, string]>([
  ['session-start', 0, 'Chat start', 'the chat’s start'],
  ['before-rollback', 0, 'Before rollback', 'a rollback'],
  ['before-undo', 1, 'Before undoing: add_note("eggs")', 'undoing: add_note("eggs")'],
  ['before-restore-saved', 0, 'Before an earlier save was restored', 'an earlier save being restored'],
  ['before-restore-unsaved', 0, 'Before unsaved changes were restored', 'unsaved changes being restored'],
  ['before-changes', 0, 'Before: changes', 'changes'],
  ['before-changes', 1, 'Before: add_note("eggs")', 'add_note("eggs")'],
  ['before-changes', 3, 'Before: add_note("eggs") and 2 more', 'add_note("eggs") and 2 more'],
])('names a checkpoint %s with %i calls, and the change that follows it', (reason, amount, label, change) => {
  const checkpoint = aCheckpoint({ reason, calls: Array.from({ length: amount }, () => call) });
  expect(english(checkpointLabel(checkpoint, null, callLabel))).toBe(label);
  expect(english(changeLabel(checkpoint, callLabel))).toBe(change);
});

const tool = (name: string, success: boolean | null) => ({ ...call, name, args: {}, success });

it.each([
  ['some failed', [tool('a', false), tool('b', true), tool('c', false), tool('d', true)], 'b() and 1 more'],
  ['all but one failed', [tool('a', true), tool('b', false)], 'a()'],
  ['one has no result yet', [tool('a', true), tool('b', null)], 'a() and 1 more'],
  ['the arguments are unknown', [{ ...tool('a', true), args: null }], 'a'],
  ['all failed', [tool('a', false), tool('b', false)], 'a() and 1 more'],
])('names the calls that took effect if %s', (_, calls, label) => {
  expect(english(changeLabel(aCheckpoint({ reason: 'before-changes', calls }), callLabel))).toBe(label);
});

it.each([
  ['its first line', '\n Hide the previews\nand save', 'Before: Hide the previews'],
  ['a short beginning', 'x'.repeat(100), `Before: ${'x'.repeat(59)}…`],
])('names the user’s message by %s', (_, request, label) => {
  expect(english(checkpointLabel(aCheckpoint({ calls: [call] }), request, callLabel))).toBe(label);
});

it('names the calls in the words of their tools, and others by name and arguments', () => {
  const line = linesOf([{ name: 'add_note', line: 'any-page.call.findOnPage' }, { name: 'clear' }]);
  const labelOf = (...calls: CheckpointCall[]) => checkpointLabel(aCheckpoint({ calls }), null, line);
  expect(english(labelOf(call))).toBe('Before: Find eggs');
  expect(english(labelOf(tool('clear', true)))).toBe('Before: clear()');
  expect(english(labelOf(tool('gone', true)))).toBe('Before: gone()');
});

const said = (runId: string | null, content: string): UserMessage => ({
  id: content,
  chatId: 'c',
  runId,
  position: 0,
  createdAtMs: 0,
  discardedBy: null,
  role: 'user',
  content,
  changes: [],
  nonce: '',
});

it.each([
  ['the first message of its run', 'r1', 'Hide previews'],
  ['nothing where no message of the user began the run', 'r3', null],
  ['nothing without a run', null, null],
])('the request of a checkpoint is %s', (_, runId, request) => {
  const messages = [said(null, 'Hi'), said('r0', 'Before'), said('r1', 'Hide previews'), said('r1', 'Yes')];
  expect(requestsOf(messages)(aCheckpoint({ runId }))).toBe(request);
});
