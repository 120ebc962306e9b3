import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '@/src/panel/kit/markdown/block';
import {
  createBlockSplitter,
  type SplitText,
  withPlainLineBreaks,
} from '@/src/panel/kit/markdown/block-splitter';
import { createIncrementalSplit } from '@/src/panel/kit/markdown/markdown-document';
import {
  CODE_GROUP,
  MAX_MARKDOWN_CHARS,
  STREAMING_BLOCK_LIMITS,
  TABLE_GROUP,
} from '@/src/panel/kit/markdown/markdown-limits';

const SIZE = { blocks: 16, chars: 4_000 };

function splitOf(chunks: readonly string[]): SplitText {
  const splitter = createBlockSplitter(SIZE);
  for (const chunk of chunks) splitter.append(chunk);
  return splitter.split();
}

function blocksOf(text: string): Block[] {
  return splitOf([text]).sections.flat();
}

const sourceOf = ({ start, parts, end }: Block) => start + parts.join('') + end;
const kindsAndSources = (text: string) => blocksOf(text).map((block) => [block.kind, sourceOf(block)]);

const TABLE = '| a | b |\n|---|---|\n';

describe('the blocks of', () => {
  it.each([
    [
      'paragraphs',
      'a\n\nb\n\nc',
      [
        ['text', 'a\n\n'],
        ['text', 'b\n\n'],
        ['text', 'c'],
      ],
    ],
    [
      'a fence with blank lines in it',
      '```\na\n\nb\n```\n\nc',
      [
        ['code', '```\na\n\nb\n```\n\n'],
        ['text', 'c'],
      ],
    ],
    [
      'a fence that is still open',
      'a\n\n~~~\nb\n\nc',
      [
        ['text', 'a\n\n'],
        ['code', '~~~\nb\n\nc'],
      ],
    ],
    [
      'a fence around a shorter fence',
      '````\n```\n\n````\n\nx',
      [
        ['code', '````\n```\n\n````\n\n'],
        ['text', 'x'],
      ],
    ],
    [
      'a fence between lines of text',
      'a:\n```js\nb\n```\nc',
      [
        ['text', 'a:\n'],
        ['code', '```js\nb\n```\n'],
        ['text', 'c'],
      ],
    ],
    [
      'inline code that looks like a fence',
      '```a``` b\n\nc',
      [
        ['text', '```a``` b\n\n'],
        ['text', 'c'],
      ],
    ],
    ['a fence in an item', '- a\n  ```\n\n  b\n  ```\n- c', [['text', '- a\n  ```\n\n  b\n  ```\n- c']]],
    [
      'a fence behind an item’s marker',
      '- ```\n\nb\n```\n\nc',
      [
        ['text', '- ```\n\nb\n```\n\n'],
        ['text', 'c'],
      ],
    ],
    [
      'a loose list',
      '- a\n\n- b\n\n  more\n\nc',
      [
        ['text', '- a\n\n- b\n\n  more\n\n'],
        ['text', 'c'],
      ],
    ],
    ['a numbered list', '1. a\n\n2. b', [['text', '1. a\n\n2. b']]],
    [
      'a table',
      `${TABLE}| c | d |\n\ne`,
      [
        ['table', `${TABLE}| c | d |\n\n`],
        ['text', 'e'],
      ],
    ],
    [
      'a table below text',
      `a\n${TABLE}c | d`,
      [
        ['text', 'a\n'],
        ['table', `${TABLE}c | d`],
      ],
    ],
    [
      'a table, and text without a blank line',
      `${TABLE}| c | d |\n# e`,
      [
        ['table', `${TABLE}| c | d |\n`],
        ['text', '# e'],
      ],
    ],
    ['a row that is not complete', `${TABLE}| c`, [['table', `${TABLE}| c`]]],
    ['a delimiter row with too few cells', '| a | b |\n|---|\n', [['text', '| a | b |\n|---|\n']]],
    ['a table in a quote', `> ${TABLE}`, [['text', `> ${TABLE}`]]],
    ['a rule below a line with a bar', 'a | b\n---\n', [['text', 'a | b\n---\n']]],
    [
      'a table of 41 columns',
      `${'|a'.repeat(41)}|\n${'|-'.repeat(41)}|\n`,
      [['text', `${'|a'.repeat(41)}|\n${'|-'.repeat(41)}|\n`]],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, blocks) => {
    expect(kindsAndSources(text)).toEqual(blocks);
  });
});

const pieces = fc.constantFrom(
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '```',
    '~~~',
    '````',
    '- ',
    '1. ',
    '    ',
    '> ',
    '[x]: y',
    '\r\n',
    '\r',
    '|',
    '| a | b |\n',
  ],
  ...[
    '|---|---|\n',
    '|-',
    '# ',
    '<div>',
    '\ud83d\ude00',
    'word '.repeat(700),
    '| c | d |\n'.repeat(40),
    'x\n'.repeat(130),
  ],
);
const markdown = fc.array(pieces, { maxLength: 30 }).map((some) => some.join(''));

/** The text cut at these places, given as fractions. */
function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => Math.floor(place * text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

describe('a splitter', () => {
  it('gives the same for any text, however it was cut into chunks', () => {
    fc.assert(
      fc.property(markdown, places, (text, where) => {
        expect(splitOf(cut(text, where))).toEqual(splitOf([text]));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same when it is asked for the blocks after every chunk', () => {
    fc.assert(
      fc.property(markdown, places, (text, where) => {
        const split = createIncrementalSplit(SIZE);
        let received = '';
        for (const chunk of cut(text, where)) {
          received += chunk;
          expect(split(received)).toEqual(splitOf([received]));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('repeats nothing of a line that is too long, if a row of dashes follows', () => {
    const text = `|${'word '.repeat(700)}\n|-\n| a |\n`;
    const { sections, rest } = splitOf([text]);
    expect(sections.flat().map(sourceOf).join('') + rest).toBe(text);
  });

  it('omits nothing', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const { sections, rest } = splitOf([text]);
        expect(sections.flat().map(sourceOf).join('') + rest).toBe(withPlainLineBreaks(text));
      }),
    );
  });

  it('keeps what is complete: sections, blocks and parts remain the same', () => {
    fc.assert(
      fc.property(markdown, markdown, (text, added) => {
        const splitter = createBlockSplitter(SIZE);
        splitter.append(`${text}\n`);
        const before = splitter.split().sections;
        splitter.append(added);
        const after = splitter.split().sections;
        for (const [index, section] of before.slice(0, -1).entries()) expect(after[index]).toBe(section);
        const [blocks = [], grown = []] = [before.at(-1), after[before.length - 1]];
        for (const [index, block] of blocks.slice(0, -1).entries()) expect(grown[index]).toBe(block);
      }),
    );
  });

  it.each([
    ['a table', TABLE, '| openai/gpt | hidden |\n', TABLE_GROUP],
    ['code', '```js\n', 'const a = { b: [1, 2, 3] };\n', CODE_GROUP],
    ['a paragraph', '', 'word word\n', STREAMING_BLOCK_LIMITS],
    ['one line', '', 'word', STREAMING_BLOCK_LIMITS],
  ])('has parts of bounded size in %s', (_, start, repeated, { chars, lines }) => {
    const [block] = blocksOf(start + repeated.repeat(1_000));
    expect(block?.parts.length).toBeGreaterThan(1);
    for (const part of block?.parts ?? []) {
      expect(part.length).toBeLessThanOrEqual(chars);
      expect(part.split('\n').length - 1).toBeLessThanOrEqual(lines);
    }
  });

  it('reports what exceeds the length of one text as its rest', () => {
    const { sections, rest } = splitOf(['word\n'.repeat(10), 'word '.repeat(MAX_MARKDOWN_CHARS), 'end']);
    expect(sections.flat().map(sourceOf).join('').length).toBeLessThanOrEqual(MAX_MARKDOWN_CHARS);
    expect(rest.endsWith('end')).toBe(true);
  });

  it('takes an answer of 20,000 tokens: prose, a table of 2,000 rows, code', () => {
    const prose = `${'Some *words* of a model’s answer, with `code` in it. '.repeat(8)}\n\n`.repeat(190);
    const table = `| model | state | why |\n|---|---|---|\n${'| openai/gpt-4o-mini | hidden | by `*-preview*` |\n'.repeat(2_000)}`;
    const code = `\`\`\`js\n${'const a = { b: [1, 2, 3] }; // Grüße\n'.repeat(2_200)}`;
    for (const text of [prose, table, code]) {
      expect(text.length).toBeGreaterThan(80_000);
      expect(splitOf([text]).rest).toBe('');
    }
  });
});

it('a text that doesn’t begin with the previous one is split from its start', () => {
  const split = createIncrementalSplit(SIZE);
  split('a\n\nb');
  expect(split('c\n\nd').sections.flat().map(sourceOf)).toEqual(['c\n\n', 'd']);
});
