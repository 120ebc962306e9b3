import { StewardError } from '../errors';
import { canonicalJson, hashJson } from '../hash';
import type { Json } from '../json';
import type { Checkpoint, KeptState, StateBeside } from '../records/checkpoint';
import { applyDelta, diffStates } from './diff-states';

/** Every tenth checkpoint is full, so that a rebuild applies at most nine patches (ledger A-074). */
export const FULL_EVERY = 10;

/** How the state of the checkpoint `sequence` is kept; `previous` is that of the one before, null if there is none to lean on. */
export function encodeState(sequence: number, previous: Json | null, state: Json): KeptState {
  if (previous === null || sequence % FULL_EVERY === 0) return { kind: 'full', state };
  return keepState(previous, state);
}

/** `state` as the patch from another, or whole where a patch doesn't provably lead there. */
function keepState(from: Json, state: Json): KeptState {
  const patch = diffStates(from, state);
  try {
    const rebuilt = applyDelta(structuredClone(from), patch);
    if (canonicalJson(rebuilt) === canonicalJson(state)) return { kind: 'patch', patch };
  } catch {
    // Some keys (`__proto__`) can't be patched; the full state is kept then, which loses nothing.
  }
  return { kind: 'full', state };
}

/**
 * The state of the last checkpoint of `chain`, which runs without gaps from a full checkpoint up to it.
 * Throws `storage` if the chain is broken or what it rebuilds isn't what was recorded: a restore that can't be
 * trusted must not happen.
 */
export function rebuildState(chain: readonly Checkpoint[]): Json {
  const target = chain.at(-1);
  if (target === undefined) throw broken('it is missing');
  let state: Json = null;
  for (const [index, checkpoint] of chain.entries()) {
    const before = chain[index - 1];
    if (before !== undefined && checkpoint.sequence !== before.sequence + 1)
      throw broken('one before it is missing');
    if (before === undefined && checkpoint.content.kind === 'patch')
      throw broken('the full one before it is missing');
    state = readKept(state, checkpoint.content);
  }
  return proved(state, target.stateHash);
}

/** A state to be kept beside a checkpoint of the state `own`. */
export function keepBeside(own: Json, { state, stateHash }: { state: Json; stateHash: string }): StateBeside {
  return { stateHash, content: keepState(own, state) };
}

/** A state that is kept beside a checkpoint of the state `own`. Throws `storage` like {@link rebuildState}. */
export function rebuildBeside(own: Json, beside: StateBeside): Json {
  return proved(readKept(structuredClone(own), beside.content), beside.stateHash);
}

/** `from` is used up. */
function readKept(from: Json, kept: KeptState): Json {
  if (kept.kind === 'full') return structuredClone(kept.state);
  try {
    return applyDelta(from, kept.patch);
  } catch (error) {
    throw broken('a patch doesn’t fit the state before', error);
  }
}

function proved(state: Json, stateHash: string): Json {
  if (hashJson(state) !== stateHash) throw broken('its content doesn’t fit its hash');
  return state;
}

function broken(why: string, cause?: unknown): StewardError {
  return new StewardError('storage', `The checkpoint can’t be read: ${why}.`, {
    remedy: 'Choose another checkpoint.',
    cause,
  });
}
