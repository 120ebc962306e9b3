import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher } from '@/src/adapters/kit/rules/matcher';
import { matchesModel } from '@/tests/fakes/matches-model';
import { patternPairs } from './pattern-pairs';
import { type Predictor, predictorProblem, startPredictor } from './start-predictor';

const SEED = 20_261_124;
const PAIRS = 20_000;
/** Generous: a shared machine can stall, and Python compiles each pattern. */
const HOOK_TIMEOUT_MS = 60_000;
const problem = predictorProblem();

describe.skipIf(problem !== null)(
  `compared with Python’s fnmatch${problem === null ? '' : ` (skipped: ${problem})`}`,
  () => {
    const pairs = fc.sample(patternPairs, { numRuns: PAIRS, seed: SEED });
    let python: Predictor;
    let expected: boolean[];
    beforeAll(async () => {
      python = startPredictor();
      expected = await python.matches(pairs);
    }, HOOK_TIMEOUT_MS);
    afterAll(() => python.stop());

    it('the random pairs have a fair share of matches and of mismatches', () => {
      const share = expected.filter(Boolean).length / PAIRS;
      expect(share).toBeGreaterThan(0.4);
      expect(share).toBeLessThan(0.6);
    });

    it.each([
      ['Steward', (pattern: string, id: string) => createMatcher(pattern, decisionBudget())(id)],
      ['the playground', matchesModel],
    ])(`%s agrees with Python on ${PAIRS} random pairs (seed ${SEED})`, (_, matches) => {
      const wrong = pairs.flatMap(([pattern, id], index) =>
        matches(pattern, id) === expected[index] ? [] : [{ pattern, id, fnmatch: expected[index] }],
      );
      expect(wrong).toEqual([]);
    });
  },
);
