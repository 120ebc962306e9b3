import type { Checkpoint, KeptState, StateBeside } from '@/src/schema/checkpoint';
import type { Json } from '@/src/schema/values/json';
import { hashJson, isSameJson } from '../hash';
import { checkpointUnreadable } from '../shared-errors';
import { applyDelta, diffStates } from './diff-states';

/** Every tenth checkpoint stores its full state, so that a rebuild applies at most nine patches. */
export const FULL_EVERY = 10;

/** Encodes the state of the checkpoint `sequence`. `previous`: the state of the checkpoint before it; null if that isn't available. */
export function encodeState(sequence: number, previous: Json | null, state: Json): KeptState {
  if (previous === null || sequence % FULL_EVERY === 0) return { kind: 'full', state };
  return keepState(previous, state);
}

/** Encodes `state` as a patch from another state, or in full if the patch doesn't rebuild it exactly. */
function keepState(from: Json, state: Json): KeptState {
  const patch = diffStates(from, state);
  try {
    const rebuilt = applyDelta(structuredClone(from), patch);
    if (isSameJson(rebuilt, state)) return { kind: 'patch', patch };
  } catch {
    // Some keys (`__proto__`) can't be patched; the full state is stored then.
  }
  return { kind: 'full', state };
}

/**
 * The state of the last checkpoint of `chain`, which starts with a full checkpoint and has no gaps. Throws `storage` if the
 * chain is broken, or the rebuilt state doesn't have the stored hash: a damaged state must not be restored.
 */
export function rebuildState(chain: readonly Checkpoint[]): Json {
  const target = chain.at(-1);
  if (target === undefined) throw checkpointUnreadable('It is missing.', null);
  let state: Json = null;
  for (const [index, checkpoint] of chain.entries()) {
    const before = chain[index - 1];
    if (before !== undefined && checkpoint.sequence !== before.sequence + 1)
      throw checkpointUnreadable('One before it is missing.', null);
    if (before === undefined && checkpoint.content.kind === 'patch')
      throw checkpointUnreadable('The full one before it is missing.', null);
    state = readKept(state, checkpoint.content);
  }
  return verified(state, target.stateHash);
}

/** Encodes a second state that is stored with a checkpoint. `own`: the checkpoint's state, from which a patch starts. */
export function keepBeside(own: Json, { state, stateHash }: { state: Json; stateHash: string }): StateBeside {
  return { stateHash, content: keepState(own, state) };
}

/** Decodes a second state that is stored with a checkpoint of the state `own`. Throws `storage` like {@link rebuildState}. */
export function rebuildBeside(own: Json, beside: StateBeside): Json {
  return verified(readKept(structuredClone(own), beside.content), beside.stateHash);
}

/** Decodes a stored state. `from`: the state from which a patch starts; modified in place. */
function readKept(from: Json, kept: KeptState): Json {
  if (kept.kind === 'full') return structuredClone(kept.state);
  try {
    return applyDelta(from, kept.patch);
  } catch (error) {
    throw checkpointUnreadable('A patch doesn’t fit the state before.', error);
  }
}

function verified(state: Json, stateHash: string): Json {
  if (hashJson(state) !== stateHash) throw checkpointUnreadable('Its content doesn’t fit its hash.', null);
  return state;
}
