import type { Checkpoint } from '@/src/schema/checkpoint';
import type { ListedCheckpoint } from '@/src/store/queries';
import { HERE } from '../../fakes/copied-chat';

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
  return { ...aCheckpoint(fields), request: null, ...fields };
}
