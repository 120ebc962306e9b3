import { applyPatch, compare, type Operation } from 'fast-json-patch';
import { StewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import type { Checkpoint } from './checkpoint';

/** Every tenth checkpoint is full, so that a rebuild applies at most nine patches (ledger A-074). */
export const FULL_EVERY = 10;

/** How a state is kept: whole, or as the RFC 6902 patch from the checkpoint before. */
export function encodeState(sequence: number, previous: Json | null, state: Json): Checkpoint['content'] {
  if (previous === null || sequence % FULL_EVERY === 0) return { kind: 'full', state };
  const patch = diff(previous, state);
  return patch === null ? { kind: 'full', state } : { kind: 'patch', patch };
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
    if (checkpoint.content.kind === 'full') state = checkpoint.content.state;
    else if (index === 0) throw broken('the full one before it is missing');
    else state = applyPatch(state, checkpoint.content.patch, true, false, true).newDocument as Json;
  }
  if (hashJson(state) !== target.stateHash) throw broken('its content doesn’t fit its hash');
  return state;
}

/** A patch that provably leads from one state to the other, or null where the library can't give one. */
function diff(from: Json, to: Json): Operation[] | null {
  if (!isContainer(from) || !isContainer(to) || Array.isArray(from) !== Array.isArray(to)) return null;
  const patch = compare(from, to);
  try {
    const rebuilt = applyPatch(from, patch, true, false, true).newDocument as Json;
    return hashJson(rebuilt) === hashJson(to) ? patch : null;
  } catch {
    // Some keys (`__proto__`) can't be patched; the full state is kept then, which loses nothing.
    return null;
  }
}

function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}

function broken(why: string): StewardError {
  return new StewardError('storage', `The checkpoint can’t be read: ${why}.`, {
    remedy: 'Choose an older checkpoint.',
  });
}
