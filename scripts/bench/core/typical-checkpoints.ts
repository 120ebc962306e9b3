import type { ModelFilterState } from '@/src/adapters/model-filter/model-filter-context';
import { encodeState, keepBeside } from '@/src/core/checkpoints/checkpoint-chain';
import { hashJson } from '@/src/core/hash';
import type { Checkpoint } from '@/src/schema/checkpoint';
import { typicalStates } from './typical-states';

/** Id of the chat to which the checkpoints belong. */
export const BENCH_CHAT_ID = 'bench';

/** A chat's checkpoints as the core creates them, one per typical edit, with the state after each edit. */
export function typicalCheckpoints(count: number): Checkpoint[] {
  const states = typicalStates(count + 1);
  return states.slice(0, count).map((state, sequence) => ({
    id: `checkpoint-${sequence}`,
    chatId: BENCH_CHAT_ID,
    page: {
      adapterId: 'model-filter',
      origin: 'http://localhost',
      instanceId: 'bench',
      title: 'Model filter',
    },
    sequence,
    reason: sequence === 0 ? 'session-start' : 'before-changes',
    createdAtMs: sequence,
    runId: `run-${sequence}`,
    messageId: `message-${sequence}`,
    position: sequence,
    calls: [
      {
        executionId: `execution-${sequence}`,
        name: 'add_ignore_rule',
        args: { pattern: '*-preview*' },
        success: true,
        message: '5 models hidden',
      },
    ],
    stateHash: hashJson(state),
    content: encodeState(sequence, states[sequence - 1] ?? null, state),
    after: afterEdit(state, states[sequence + 1] ?? state),
    conversation: null,
    known: null,
    unreported: [],
  }));
}

function afterEdit(own: ModelFilterState, state: ModelFilterState): Checkpoint['after'] {
  return keepBeside(own, { state, stateHash: hashJson(state) });
}
