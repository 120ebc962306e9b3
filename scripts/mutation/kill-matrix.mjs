/**
 * @typedef {object} Mutant A mutant as Stryker's report in JSON has it (mutation-testing-report-schema).
 * @property {string} id
 * @property {string[]} [coveredBy] Ids of the tests that reach it. Missing if it is static or none does.
 * @property {string[]} [killedBy] Ids of the tests that notice it: all of them in a run with `--disableBail`. Missing if none does.
 */

/**
 * @typedef {object} MutationReport
 * @property {Record<string, { mutants: Mutant[] }>} files By path.
 * @property {Record<string, { tests: { id: string, name: string }[] }>} testFiles By path.
 */

/**
 * @typedef {object} MatrixRow The cases of one test file.
 * @property {string} file
 * @property {number} cases
 * @property {string[]} removable Names of the cases without which the rest reaches and notices the same mutants.
 */

/**
 * Says which cases of a room add nothing: the rest reaches the same mutants, and notices the same. A mutant stands for the branch that
 * it is in, since each branch has at least one. Which cases stay of several that do the same is arbitrary, so the names are proposals.
 *
 * @param {MutationReport} report
 * @returns {{ mutants: number, rows: MatrixRow[] }} Rows in the report's order.
 */
export function killMatrix({ files, testFiles }) {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  /** @type {Map<string, Set<string>>} What each case reaches and notices. */
  const gains = new Map();
  for (const { id, coveredBy = [], killedBy = [] } of mutants) {
    for (const test of coveredBy) gainsOf(gains, test).add(`reaches ${id}`);
    for (const test of killedBy) gainsOf(gains, test).add(`notices ${id}`);
  }
  const kept = smallestCover(gains);
  const rows = Object.entries(testFiles).map(([file, { tests }]) => ({
    file,
    cases: tests.length,
    removable: tests.flatMap(({ id, name }) => (kept.has(id) ? [] : [name])),
  }));
  return { mutants: mutants.length, rows };
}

/**
 * @param {Map<string, Set<string>>} gains
 * @param {string} test
 * @returns {Set<string>}
 */
function gainsOf(gains, test) {
  const gained = gains.get(test) ?? new Set(); // The first mutant of this case.
  gains.set(test, gained);
  return gained;
}

/**
 * A small set of cases that gain together as much as all, chosen greedily: always the one that adds most.
 *
 * @param {ReadonlyMap<string, ReadonlySet<string>>} gains
 * @returns {Set<string>}
 */
function smallestCover(gains) {
  const missing = new Set([...gains.values()].flatMap((gained) => [...gained]));
  /** @param {string} test */
  const added = (test) => [...(gains.get(test) ?? [])].filter((gain) => missing.has(gain)); // Each test has gains.
  /** @type {Set<string>} */
  const kept = new Set();
  const open = new Set(gains.keys());
  while (missing.size > 0) {
    const [best] = [...open]
      .map((test) => ({ test, gained: added(test) }))
      .sort((a, b) => b.gained.length - a.gained.length);
    if (best === undefined) break;
    kept.add(best.test);
    open.delete(best.test);
    for (const gain of best.gained) missing.delete(gain);
  }
  return kept;
}
