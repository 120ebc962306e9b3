import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMatcher } from '@/src/adapters/model-filter/matcher';
import { matchesModel } from '@/tests/fakes/matches-model';
import { patternPairs } from './pattern-pairs';
import { type Predictor, predictorProblem, startPredictor } from './start-predictor';

const SEED = 20_261_124;
const PAIRS = 20_000;
/** A shared machine can stall, and Python compiles each pattern. */
const HOOK_TIMEOUT_MS = 60_000;
const problem = predictorProblem();

describe.skipIf(problem !== null)(
  `beside Python’s fnmatch${problem === null ? '' : ` (skipped: ${problem})`}`,
  () => {
    const pairs = fc.sample(patternPairs, { numRuns: PAIRS, seed: SEED });
    let python: Predictor;
    let expected: boolean[];
    beforeAll(async () => {
      python = startPredictor();
      expected = await python.matches(pairs);
    }, HOOK_TIMEOUT_MS);
    afterAll(() => python.stop());

    it('the pairs are worth comparing: neither side has much more of them', () => {
      const share = expected.filter(Boolean).length / PAIRS;
      expect(share).toBeGreaterThan(0.4);
      expect(share).toBeLessThan(0.6);
    });

    it.each([
      ['Steward', (pattern: string, id: string) => createMatcher(pattern).matchesModel(id)],
      ['the playground', matchesModel],
    ])(`%s decides ${PAIRS} random pairs as it does (seed ${SEED})`, (_, matches) => {
      const wrong = pairs.flatMap(([pattern, id], index) =>
        matches(pattern, id) === expected[index] ? [] : [{ pattern, id, fnmatch: expected[index] }],
      );
      expect(wrong).toEqual([]);
    });
  },
);
