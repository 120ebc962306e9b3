import type { CheckpointRequest } from '@/src/core/checkpoints/checkpoint-manager';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { ListedCheckpoint } from '@/src/store/queries';
import { HERE } from '../../fakes/copied-chat';

/** A request for the first checkpoint of a chat. */
export function aRequest(fields: Partial<CheckpointRequest>): CheckpointRequest {
  return {
    chatId: 'c',
    page: HERE,
    reason: 'before-changes',
    runId: null,
    messageId: null,
    position: 0,
    calls: [],
    stateHash: 'h',
    state: {},
    conversation: null,
    known: null,
    unreported: [],
    limit: 1_000,
    ...fields,
  };
}

/** A checkpoint with default fields. */
export function aCheckpoint(fields: Partial<Checkpoint>): Checkpoint {
  return {
    id: 'k',
    chatId: 'c',
    page: HERE,
    sequence: 0,
    reason: 'before-changes',
    createdAtMs: 0,
    runId: null,
    messageId: null,
    position: 0,
    calls: [],
    stateHash: '',
    content: { kind: 'full', state: {} },
    after: null,
    conversation: null,
    known: null,
    unreported: [],
    ...fields,
  };
}

/** A checkpoint of a list, which no message of the user led to. */
export function aListedCheckpoint(
  fields: Partial<Checkpoint & ListedCheckpoint>,
): Checkpoint & ListedCheckpoint {
  return { ...aCheckpoint(fields), request: null, results: new Map(), ...fields };
}
