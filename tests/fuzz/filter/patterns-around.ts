import fc from 'fast-check';
import { weighted } from '../arbitraries';
import { isRule } from './filter-call';
import type { Names } from './filter-rig';

/** Patterns that match many models. */
const WIDE = ['*', '**', '*/*', 'gpt*', '*4*', '*o*', '*openai/*', '*-p*', '*:free', '*[[]*', '[!g]*'];
/** Patterns whose texts look as if one made the other redundant, which may be wrong for the models. */
const DECEPTIVE = ['gpt-[*', 'gpt-[45]', 'gpt-[4]*', 'model[*', 'model[0-9]', '[*', '[g]*'];

const junk = fc
  .string({ unit: fc.constantFrom(...'**?[]!-^\\/.4go1', 'é', '🧪'), minLength: 1, maxLength: 8 })
  .filter(isRule);

/** Texts that can't be rules. */
export const noRules = fc.constantFrom('', ' gpt-4', 'a,b', 'a\nb', 'a\u2028b', '\ud83d', '*'.repeat(201));

/** Patterns that match some of the names, or almost do. */
export function patternsAround(names: Names): fc.Arbitrary<string> {
  const ids = Object.entries(names).flatMap(([provider, own]) => own.map((each) => `${provider}/${each}`));
  const made = fc
    .record({
      id: fc.constantFrom(...ids),
      isName: fc.boolean(),
      from: fc.nat({ max: 20 }),
      to: fc.nat({ max: 20 }),
      shape: fc.nat({ max: 9 }),
    })
    .map(({ id, isName, from, to, shape }) =>
      shaped(isName ? id.slice(id.indexOf('/') + 1) : id, { from, to, shape }),
    )
    .filter(isRule);
  return weighted([5, made], [3, fc.constantFrom(...WIDE)], [1, fc.constantFrom(...DECEPTIVE)], [1, junk]);
}

function shaped(text: string, { from, to, shape }: { from: number; to: number; shape: number }): string {
  const signs = Array.from(text);
  const start = from % signs.length;
  const end = start + 1 + (to % (signs.length - start));
  const join = (first: number, last: number) => signs.slice(first, last).join('');
  const head = join(0, start);
  const sign = join(start, start + 1);
  const rest = join(start + 1, signs.length);
  const shapes = [
    text,
    `${head}*`,
    `*${join(end, signs.length)}`,
    `*${join(start, end)}*`,
    `${head}*${join(end, signs.length)}`,
    `${head}?${rest}`,
    `${head}[${sign}x]${rest}`,
    `${head}[!${sign}]*`,
    signs.map((each) => ('*?['.includes(each) ? `[${each}]` : each)).join(''),
    `*/${text}`,
  ];
  return shapes[shape] ?? text;
}
