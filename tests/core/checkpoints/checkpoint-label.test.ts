import { expect, it } from 'vitest';
import { changeLabel, checkpointLabel } from '@/src/core/checkpoints/checkpoint-label';
import type { CheckpointReason } from '@/src/core/records/checkpoint';
import { aCheckpoint } from './a-checkpoint';

const call = { executionId: 'x', name: 'n', label: 'add_note("eggs")', outcome: null, success: null };

it.each<[CheckpointReason, number, string, string]>([
  ['session-start', 0, 'Session start', 'the session’s start'],
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
