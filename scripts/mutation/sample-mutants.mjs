import { createHash } from 'node:crypto';

/**
 * Chooses `count` of these mutants by a seed: equal ones for an equal seed, and each of them as likely as any other.
 *
 * @param {readonly string[]} ids
 * @param {number} count
 * @param {string} seed
 * @returns {Set<string>} All of them if there are not more.
 */
export function sampleOf(ids, count, seed) {
  /** @param {string} id */
  const orderOf = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const inOrder = ids.map((id) => ({ id, order: orderOf(id) })).sort((a, b) => (a.order < b.order ? -1 : 1));
  return new Set(inOrder.slice(0, count).map(({ id }) => id));
}

/**
 * A Stryker plugin of the kind `Checker` that lets tests run only on a sample of the mutants: MUTATION_SAMPLE of them, by MUTATION_SEED.
 * Unlike a mutant that is ignored, one that a checker refuses has its coverage in the report.
 */
const sample = {
  init: async () => {},

  /**
   * One group, since the sample is chosen among all mutants.
   *
   * @param {readonly { id: string }[]} mutants
   */
  group: async (mutants) => [mutants.map(({ id }) => id)],

  /** @param {readonly { id: string }[]} mutants */
  async check(mutants) {
    const { MUTATION_SAMPLE, MUTATION_SEED = '1' } = process.env;
    const ids = mutants.map(({ id }) => id);
    const chosen = sampleOf(ids, Number(MUTATION_SAMPLE), MUTATION_SEED);
    return Object.fromEntries(
      ids.map((id) => [
        id,
        chosen.has(id)
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'It is not in the sample.' },
      ]),
    );
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: sample }];
