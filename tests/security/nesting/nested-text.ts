import fc from 'fast-check';
import { weighted } from '@/tests/fuzz/arbitraries';

/**
 * A Markdown text, or a call's arguments, that is deeply nested, dense or long. It is described compactly for
 * findings.
 */
export interface NestedText {
  kind: 'markdown' | 'arguments';
  name: string;
  text: string;
}

/** Number of repetitions: a few, about as many as the panel's limits allow, and far more. */
const counts = fc.oneof(
  fc.integer({ min: 1, max: 20 }),
  fc.integer({ min: 10, max: 130 }),
  fc.integer({ min: 350, max: 850 }),
  fc.constantFrom(2_500, 5_000, 20_000),
);

const CONTAINERS = ['>', '> ', '- ', '* ', '+ ', '1. ', '1) ', '-\t', '>\t', '- [ ] ', '  - ', '10. '];
const MARKS = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '~',
  '`',
  '``',
  '[',
  '![',
  ']',
  '](',
  '[a](',
  '<',
  '<a',
  '&',
  '&#',
  '\\',
  '[^',
  '[^1]',
];
const LINES = [
  '|',
  '|a',
  '|-',
  '---',
  '===',
  '# a',
  '```',
  '~~~',
  '[a]: b',
  '[^a]: b',
  '<div>',
  '<!--',
  '    a',
  '\ta',
  '***',
  'http://a.b',
  'a@b.c',
  'www.a.b',
];

/** Each creates its own elements. */
const WHOLE = [
  '*a*',
  '**a** ',
  '`a` ',
  '[a](b) ',
  '~~a~~ ',
  '![a](b) ',
  '<http://a> ',
  'http://a.b ',
  '***a*** ',
  'a  \n',
];

const container = fc.constantFrom(...CONTAINERS);
const mark = fc.constantFrom(...MARKS);
const line = fc.constantFrom(...LINES);

const parts: fc.Arbitrary<{ name: string; text: string }> = fc.oneof(
  fc.tuple(fc.array(container, { minLength: 1, maxLength: 3 }), counts).map(([some, count]) => ({
    name: `${count} × ${JSON.stringify(some.join(''))} on one line`,
    text: `${some.join('').repeat(count)}a`,
  })),
  fc.tuple(container, counts, fc.integer({ min: 1, max: 4 })).map(([one, count, step]) => {
    const levels = Math.min(count, 900);
    return {
      name: `${levels} levels of ${JSON.stringify(one)}, ${step} blanks each`,
      text: Array.from({ length: levels }, (_, level) => `${' '.repeat(level * step)}${one}a`).join('\n'),
    };
  }),
  fc
    .tuple(
      fc.array(mark, { minLength: 1, maxLength: 3 }),
      counts,
      fc.constantFrom('', 'a', ' a '),
      fc.boolean(),
    )
    .map(([some, count, between, isClosed]) => {
      const opening = (some.join('') + between).repeat(count);
      const closing = isClosed ? [...some].reverse().join('').repeat(count) : '';
      return {
        name: `${count} × ${JSON.stringify(some.join('') + between)}${isClosed ? ', closed' : ''}`,
        text: `${opening}a${closing}`,
      };
    }),
  fc
    .tuple(
      fc.constantFrom(...WHOLE),
      fc.integer({ min: 1, max: 210 }),
      counts,
      fc.constantFrom('', '> > ', '- '),
    )
    .map(([one, times, blocks, before]) => ({
      name: `${blocks} blocks of ${JSON.stringify(before)} and ${times} × ${one}`,
      text: `${before}${one.repeat(times)}\n\n`.repeat(Math.min(blocks, 900)),
    })),
  fc
    .tuple(fc.constantFrom('*', '**', '~~', '> ', '- '), fc.integer({ min: 1, max: 210 }), counts)
    .map(([one, depth, blocks]) => {
      const levels = Array.from(
        { length: depth },
        (_, level) => `${one}${level % 2 === 0 ? 'a' : '_b'}`,
      ).join('');
      return {
        name: `${blocks} blocks of ${depth} × ${one}`,
        text: `${levels} x\n\n`.repeat(Math.min(blocks, 60)),
      };
    }),
  fc.tuple(counts, counts, fc.constantFrom('|a', '|', '|*a*', '|[a](b)')).map(([columns, rows, cell]) => {
    const wide = Math.min(columns, 900);
    const long = Math.min(rows, Math.ceil(60_000 / wide));
    const head = `${'|a'.repeat(wide)}|\n${'|-'.repeat(wide)}|\n`;
    return { name: `${wide} × ${long} of ${cell}`, text: head + `${cell.repeat(wide)}|\n`.repeat(long) };
  }),
  fc
    .tuple(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      counts,
      fc.constantFrom('\n', '\n\n', ' ', '\n> ', '\n  '),
    )
    .map(([some, count, between]) => ({
      name: `${count} × ${JSON.stringify(some)}, parted by ${JSON.stringify(between)}`,
      text: (some.join(between) + between).repeat(count),
    })),
);

const markdown: fc.Arbitrary<NestedText> = fc
  .tuple(fc.array(parts, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n\n', '\n', ' ', '\n- ', '\n> '))
  .map(([some, between]) => ({
    kind: 'markdown',
    name: some.map(({ name }) => name).join(` then ${JSON.stringify(between)} `),
    text: some.map(({ text }) => text).join(between),
  }));

const nestedArguments: fc.Arbitrary<NestedText> = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ['[', ']'],
        ['{"a":', '}'],
        ['[1,', ',2]'],
        ['{"__proto__":', '}'],
        ['["a\\u202e",', ']'],
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    counts,
    fc.boolean(),
  )
  .map(([levels, count, isWhole]) => {
    const depth = Math.ceil(count / levels.length);
    const opening = levels.map(([open]) => open).join('');
    const closing = levels
      .map(([, close]) => close)
      .reverse()
      .join('');
    const nested = `${opening.repeat(depth)}0${isWhole ? closing.repeat(depth) : ''}`;
    const name = `${depth} × ${opening}${isWhole ? '' : ', not closed'}`;
    return { kind: 'arguments', name, text: `{"pattern":${nested}${isWhole ? '}' : ''}` };
  });

export const nestedText: fc.Arbitrary<NestedText> = weighted([4, markdown], [1, nestedArguments]);
