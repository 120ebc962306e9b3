import { expect, it } from 'vitest';
import { changeLabel, checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import type { CheckpointReason } from '@/src/schema/checkpoint';
import { aCheckpoint } from './a-checkpoint';

const call = { executionId: 'x', name: 'add_note', args: { text: 'eggs' }, success: null, message: null };

it.each<[CheckpointReason, number, string, string]>([
  ['session-start', 0, 'Chat start', 'the chat’s start'],
  ['before-rollback', 0, 'Before rollback', 'a rollback'],
  ['before-undo', 1, 'Before undoing add_note("eggs")', 'undoing add_note("eggs")'],
  ['before-restore-saved', 0, 'Before an earlier save was restored', 'an earlier save being restored'],
  ['before-restore-unsaved', 0, 'Before unsaved changes were restored', 'unsaved changes being restored'],
  ['before-changes', 0, 'Before changes', 'changes'],
  ['before-changes', 1, 'Before add_note("eggs")', 'add_note("eggs")'],
  ['before-changes', 3, 'Before add_note("eggs") and 2 more', 'add_note("eggs") and 2 more'],
])('names a checkpoint %s with %i calls, and the change that follows it', (reason, amount, label, change) => {
  const checkpoint = aCheckpoint({ reason, calls: Array.from({ length: amount }, () => call) });
  expect(checkpointLabel(checkpoint)).toBe(label);
  expect(changeLabel(checkpoint)).toBe(change);
});

const tool = (name: string, success: boolean | null) => ({ ...call, name, args: {}, success });

it.each([
  ['some failed', [tool('a', false), tool('b', true), tool('c', false), tool('d', true)], 'b() and 1 more'],
  ['all but one failed', [tool('a', true), tool('b', false)], 'a()'],
  ['one has no result yet', [tool('a', true), tool('b', null)], 'a() and 1 more'],
  ['the arguments are unknown', [{ ...tool('a', true), args: null }], 'a'],
  ['all failed', [tool('a', false), tool('b', false)], 'a() and 1 more'],
])('names the calls that took effect if %s', (_, calls, label) => {
  expect(changeLabel(aCheckpoint({ reason: 'before-changes', calls }))).toBe(label);
});
