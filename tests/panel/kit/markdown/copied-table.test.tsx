// @document
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

const writeText = vi.fn(async (_text: string) => undefined);
beforeEach(() => {
  writeText.mockClear();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});

/** The lines that “Copy table” copies from a finished answer, at once. */
async function copied(text: string): Promise<string[]> {
  page.render(<MarkdownText text={text} isStreaming={false} />);
  await page.press('Copy table');
  // Each line ends in a line break.
  return writeText.mock.calls.flatMap(([tsv]) => tsv.split('\n').slice(0, -1));
}

const HEAD = '| model | state |\n|---|--:|\n';
const rows = (count: number) =>
  Array.from({ length: count }, (_, number) => `| m${number} | on |\n`).join('');
const copiedRows = (count: number) => [
  'model\tstate',
  ...Array.from({ length: count }, (_, number) => `m${number}\ton`),
];

describe('a copied table', () => {
  it('has all rows, and can be copied once they are in the document', async () => {
    const text = `${HEAD}${rows(500)}\nEnd.`;
    page.render(<MarkdownText text={text} isStreaming={false} />);
    expect(page.buttonNames()).toEqual([]);
    // By title, since a query by role is slow in a table of hundreds of rows.
    await vi.waitFor(() => expect(page.shown.queryByTitle('Copy table')).not.toBeNull(), { timeout: 10_000 });
    expect(page.buttonNames()).toEqual(['Copy table']);
    expect(await copied(text)).toEqual(copiedRows(500));
  });

  it('is not offered of a table in a list whose end is folded', () => {
    const lines = `${HEAD}${rows(200)}`.replaceAll('\n', '\n  ');
    page.render(<MarkdownText text={`- item\n\n  ${lines}`} isStreaming={false} />);
    expect(page.shown.getByRole('table')).toBeDefined();
    expect(page.buttonNames()).toEqual([expect.stringMatching(/^Show all/)]);
  });

  it('in a list ends with its last row', async () => {
    expect(await copied('- item\n\n  | a | b |\n  |---|---|\n  | `1` | **2** |\n\nEnd | of it')).toEqual([
      'a\tb',
      '1\t2',
    ]);
  });

  it.each([
    ['bold and code', '**gpt** `4*`', 'gpt 4*'],
    ['code alone', '`a**b`', 'a**b'],
    ['an escaped bar', 'a \\| b', 'a | b'],
    ['a pattern', '*-preview*', '*-preview*'],
    ['a link', '[the docs](https://a.b)', 'the docs'],
    ['an address', 'https://a.b/c', 'https://a.b/c'],
    ['an image', '![x](https://a.b/c.png)', '[image: x] https://a.b/c.png'],
    ['HTML', 'a<br>b', 'a<br>b'],
    ['an entity', 'a &amp; b', 'a & b'],
    ['a formula', '=1+2', "'=1+2"],
    ['a formula with a plus', '+1+cmd', "'+1+cmd"],
    ['a formula with a minus', '-2+3', "'-2+3"],
    ['a formula with an at sign', '@SUM(A1)', "'@SUM(A1)"],
    ['a formula in wide characters', '＝1+2', "'＝1+2"],
    ['a negative number', '-2', '-2'],
    ['a negative percentage', '-3.5%', '-3.5%'],
    ['white space', 'a\u2003 b', 'a b'],
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

  it('has as many cells as columns in a long row and in a short one', async () => {
    expect(await copied(`${HEAD}| a | b | more |\n| c |\n`)).toEqual(['model\tstate', 'a\tb | more', 'c\t']);
  });

  it('omits the open question of a link', async () => {
    page.render(<MarkdownText text={`${HEAD}| [docs](https://example.com) | on |\n`} isStreaming={false} />);
    await page.press('docs');
    await page.press('Copy table');
    expect(writeText).toHaveBeenCalledExactlyOnceWith('model\tstate\ndocs\ton\n');
  });
});
