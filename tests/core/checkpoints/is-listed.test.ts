import { expect, it } from 'vitest';
import { isListed } from '@/src/core/checkpoints/is-listed';
import type { Message } from '@/src/schema/message';
import { aCheckpoint } from './a-checkpoint';

const said = [
  { role: 'assistant', id: 'response' },
  { role: 'rollback', id: 'rollback', safetyCheckpointId: 'safety' },
] as Message[];

it.each([
  ['the chat’s start', { id: 'start', reason: 'session-start' }, true],
  ['that of a response that was kept', { id: 'k', messageId: 'response' }, true],
  ['that of a response that was set aside', { id: 'k', messageId: 'gone' }, false],
  ['that before a rollback that was kept', { id: 'safety', reason: 'before-rollback' }, true],
  ['that before an undo that was set aside', { id: 'other', reason: 'before-undo' }, false],
] as const)('lists among the checkpoints %s: %#', (_, fields, wanted) => {
  expect(isListed(aCheckpoint(fields), said)).toBe(wanted);
});
