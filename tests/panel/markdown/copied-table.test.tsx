// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_MARKDOWN_CHARS } from '@/src/panel/markdown/markdown-limits';
import { markdownRenderer } from '@/src/panel/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/markdown/markdown-text';
import { withRendering } from '../with-rendering';

const page = withRendering();

beforeAll(async () => {
  markdownRenderer.load();
  await vi.waitFor(() => expect(markdownRenderer.get()).not.toBeNull(), { timeout: 15_000 });
});

const writeText = vi.fn(async (_text: string) => undefined);
beforeEach(() => {
  writeText.mockClear();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});

/** The lines that “Copy table” copies from a finished answer, at once. */
async function copied(text: string): Promise<string[]> {
  page.render(<MarkdownText text={text} />);
  await page.press('Copy table');
  // Each line ends in a line break.
  return writeText.mock.calls.flatMap(([tsv]) => tsv.split('\n').slice(0, -1));
}

const HEAD = '| model | state |\n|---|--:|\n';
const rows = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, number) => `${prefix}| m${number} | on |\n`).join('');
const copiedRows = (count: number) => [
  'model\tstate',
  ...Array.from({ length: count }, (_, number) => `m${number}\ton`),
];

describe('a copied table', () => {
  it('has all rows while they are still being added to the document', async () => {
    expect(await copied(`${HEAD}${rows(2_000, '')}\nEnd.`)).toEqual(copiedRows(2_000));
    expect(page.place.querySelectorAll('tr').length).toBeLessThan(500);
  });

  it('has the rows that are folded because the text is too long', async () => {
    const wide = `| ${'x'.repeat(1_000)} | on |\n`;
    const count = 2 * Math.ceil(MAX_MARKDOWN_CHARS / wide.length);
    const lines = await copied(`${HEAD}${wide.repeat(count)}\nEnd | of the answer\n`);
    expect(page.buttonNames().some((name) => name.startsWith('Show all'))).toBe(true);
    expect(lines).toHaveLength(count + 1);
  });

  it.each([
    ['a list', '- item\n\n', '  ', '\nEnd | of the answer\n'],
    ['a list, before an item with bars', '- item\n\n', '  ', '- a | b\n'],
    ['a list, before an outer line with bars', '- item\n\n', '  ', '| c | d |\n'],
    ['a list, on the line of its item', '- ', '  ', ''],
    ['a quote', '', '> ', '\nEnd | of the answer\n'],
    ['a quote in a list', '- item\n\n', '  > ', '  after | it'],
  ])('in %s has the rows that are folded', async (_, before, prefix, after) => {
    const header = before === '- ' ? '' : prefix;
    const table = `${before}${header}| model | state |\n${prefix}|---|---|\n${rows(200, prefix)}`;
    expect(await copied(table + after)).toEqual(copiedRows(200));
    expect(page.buttonNames().some((name) => name.startsWith('Show all'))).toBe(true);
  });

  it('in a list has the row whose middle is where the rest is folded', async () => {
    const long = 'x'.repeat(5_000);
    const table = `- item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n  | ${long} | ${long} |\n  | 3 | 4 |\n`;
    expect(await copied(table)).toEqual(['a\tb', '1\t2', `${long}\t${long}`, '3\t4']);
  });

  it('in a list that isn’t folded ends with its last row', async () => {
    expect(await copied('- item\n\n  | a | b |\n  |---|---|\n  | `1` | **2** |\n\nEnd | of it')).toEqual([
      'a\tb',
      '1\t2',
    ]);
  });

  it.each([
    ['bold and code', '**gpt** `4*`', 'gpt 4*'],
    ['code alone', '`a**b`', 'a**b'],
    ['an escaped bar', 'a \\| b', 'a | b'],
    ['an escaped mark', '\\*-preview\\*', '*-preview*'],
    ['a link', '[the docs](https://a.b)', 'the docs'],
    ['an address', 'https://a.b/c', 'https://a.b/c'],
    ['an image', '![x](https://a.b/c.png)', '[image: x] https://a.b/c.png'],
    ['HTML', 'a<br>b', 'a<br>b'],
    ['an entity', 'a &amp; b', 'a & b'],
    ['a formula', '=1+2', "'=1+2"],
    ['a formula in bold', '**=1+2**', "'=1+2"],
    ['a formula in code', '`=1+2`', "'=1+2"],
  ])('has the text that is shown of %s', async (_, cell, text) => {
    expect(await copied(`${HEAD}| ${cell} | end |\n`)).toEqual(['model\tstate', `${text}\tend`]);
    writeText.mockClear();
    expect(await copied(`- item\n\n  | a | b |\n  |---|---|\n  | ${cell} | end |\n`)).toEqual([
      'a\tb',
      `${text}\tend`,
    ]);
  });

  it('has all cells of a long row, and as many as columns of a short one', async () => {
    expect(await copied(`${HEAD}| a | b | more |\n| c |\n`)).toEqual(['model\tstate', 'a\tb\tmore', 'c\t']);
  });

  it('omits the open question of a link', async () => {
    page.render(<MarkdownText text={`${HEAD}| [docs](https://example.com) | on |\n`} />);
    await page.press('docs');
    await page.press('Copy table');
    expect(writeText).toHaveBeenCalledExactlyOnceWith('model\tstate\ndocs\ton\n');
  });
});
