import { createMatcher, createRuleFinder } from '@/src/adapters/model-filter/matcher';
import { shareBeginnings } from '@/src/adapters/model-filter/name-lines';
import { decisionBudget } from '@/src/adapters/model-filter/step-budget';
import { createSecretRemover } from '@/src/core/secrets/secret-filter';
import { atMost, type BenchRow } from '../bench-row';
import { pairRow } from '../measure';

/** Ratio of the measured input's length to the baseline's. */
const FACTOR = 4;
/** Linear time grows fourfold, quadratic time sixteenfold. */
const LINEAR = atMost(8);

/** Measures input that is designed to be slow or is simply long: the time must grow linearly with the length. */
export async function hostileInputSpeedRows(): Promise<BenchRow[]> {
  const matches = createMatcher(`${'a*'.repeat(99)}b?`, decisionBudget());
  const longest = Array.from({ length: 300 }, (_, n) => `*${'a'.repeat(199 - (n % 100))}b*`);
  const rules = [...longest, `${'a*'.repeat(99)}b?`];
  const remover = createSecretRemover(['sk-a key that is "odd"', 'another-secret-4711']);
  const piece = 'The s of sk-can in "a" C:\\users\\new line. '.repeat(25);
  return [
    await row('a name of 20,000 characters against a pattern of 99 stars', 5_000, (length) => {
      const name = `p/${'a'.repeat(length)}`;
      return () => matches(name);
    }),
    await row('a name of 5,000 characters against 301 rules that nearly match', 1_250, (length) => {
      const name = 'a'.repeat(length);
      // A new finder each time, since each has its own step budget.
      return () => createRuleFinder(rules, decisionBudget())(`p/${name}`, name);
    }),
    await row('10,000 names that share their beginnings', 2_500, (length) => {
      const names = Array.from({ length }, (_, n) => `provider/model-${n}`);
      return () => shareBeginnings(names, '');
    }),
    await row('an answer of 4 MB, searched for keys as it streams', 1_000, (length) => () => {
      const filter = remover.filter();
      for (let count = 0; count < length; count += 1) filter.add(piece);
      return filter.end();
    }),
  ];
}

/** Compares the time for an input of `length` × {@link FACTOR} with the time for one of `length`. */
function row(what: string, length: number, workOn: (length: number) => () => unknown): Promise<BenchRow> {
  return pairRow({
    what,
    against: 'a quarter of it',
    goal: LINEAR,
    rounds: 9,
    warmUpRounds: 3,
    prepare: () => null,
    measured: workOn(length * FACTOR),
    baseline: workOn(length),
  });
}
