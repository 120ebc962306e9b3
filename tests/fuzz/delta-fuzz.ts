import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import {
  encodeState,
  keepBeside,
  rebuildBeside,
  rebuildState,
} from '@/src/core/checkpoints/checkpoint-chain';
import { applyDelta, diffStates } from '@/src/core/checkpoints/diff-states';
import { canonicalJson, hashJson } from '@/src/core/hash';
import type { Json } from '@/src/schema/values/json';
import { aCheckpoint } from '@/tests/core/checkpoints/a-checkpoint';
import { weighted } from './arbitraries';
import { reportOf } from './case-run';
import { anyState } from './json-arbitrary';

/** Mostly a few states; sometimes enough for a chain to extend over a full checkpoint. */
const histories = weighted(
  [12, fc.array(anyState, { minLength: 2, maxLength: 3 })],
  [1, fc.array(anyState, { minLength: 10, maxLength: 13 })],
);

/**
 * Tests the checkpoints' deltas with random JSON. Every state must be restored exactly, from any state to any
 * other and back, and within a chain of checkpoints, and no input may be modified. Exactly means equal JSON
 * text; JSON has only one zero. The same seed and runs produce the same cases; with a path, only the case at
 * its end.
 */
export async function fuzzDeltas({ runs, seed, path = '' }: SuiteOptions): Promise<SuiteReport> {
  const property = fc.property(histories, (states) => {
    const before = canonicalJson(states);
    checkPairs(states);
    checkChain(states);
    if (canonicalJson(states) !== before) throw new Error('A state was changed.');
  });
  return reportOf(fc.check(property, { numRuns: runs, seed, path }));
}

/** Forward and inverse deltas of neighbours. */
function checkPairs(states: readonly Json[]): void {
  for (const [index, to] of states.entries()) {
    const from = states[index - 1];
    if (from === undefined) continue;
    for (const [start, end] of [
      [from, to],
      [to, from],
    ] as const) {
      const beside = keepBeside(start, { state: end, stateHash: hashJson(end) });
      assertSame(rebuildBeside(start, beside), end, 'a delta');
      // Such keys aren't allowed in a patch's path; states with one are stored whole.
      if (!/"(__proto__|prototype)":/.test(canonicalJson([start, end]))) {
        assertSame(applyDelta(structuredClone(start), diffStates(start, end)), end, 'a patch');
      }
    }
  }
}

function checkChain(states: readonly Json[]): void {
  const chain = states.map((state, sequence) => {
    const content = encodeState(sequence, states[sequence - 1] ?? null, state);
    return aCheckpoint({ sequence, stateHash: hashJson(state), content });
  });
  for (const [sequence, state] of states.entries()) {
    const from = chain.findLastIndex(({ content }, index) => index <= sequence && content.kind === 'full');
    assertSame(rebuildState(chain.slice(from, sequence + 1)), state, `checkpoint ${sequence}`);
  }
}

function assertSame(made: Json, wanted: Json, what: string): void {
  if (canonicalJson(made) !== canonicalJson(wanted)) {
    throw new Error(`${what} gave ${canonicalJson(made)} for ${canonicalJson(wanted)}`);
  }
}
