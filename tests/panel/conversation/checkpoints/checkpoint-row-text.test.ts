import { expect, it } from 'vitest';
import { checkpointRowText } from '@/src/panel/conversation/checkpoints/checkpoint-row-text';
import type { Checkpoint, CheckpointCall } from '@/src/schema/checkpoint';
import { aCheckpoint } from '../../../core/checkpoints/a-checkpoint';

const call: CheckpointCall = {
  executionId: 'x',
  name: 'add_ignore_rule',
  args: { pattern: '*-preview*' },
  success: true,
  message: '5 models hidden.',
};

const checkpoint = (changes: Partial<Checkpoint>): Checkpoint =>
  aCheckpoint({ createdAtMs: new Date(2026, 10, 20, 14, 32, 15).getTime(), ...changes });

it.each([
  [{ calls: [call] }, 'Before add_ignore_rule("*-preview*") · 14:32:15', '5 models hidden.'],
  [
    { calls: [call, { ...call, message: null }] },
    'Before add_ignore_rule("*-preview*") and 1 more · 14:32:15',
    '5 models hidden.',
  ],
  [{ calls: [{ ...call, message: null }] }, 'Before add_ignore_rule("*-preview*") · 14:32:15', null],
  [{ reason: 'before-rollback' as const }, 'Before rollback · 14:32:15', null],
  [{ reason: 'session-start' as const }, 'Chat start', '14:32:15'],
])('describes the checkpoint %j', (changes, title, outcome) => {
  expect(checkpointRowText(checkpoint(changes))).toEqual({ title, outcome });
});
