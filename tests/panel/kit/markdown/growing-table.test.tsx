// @document
import { beforeAll, describe, expect, it } from 'vitest';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

const HEAD = '| model | state |\n|---|--:|\n';
const show = (text: string, isStreaming = true) =>
  page.render(<MarkdownText text={text} isStreaming={isStreaming} />);
const table = () => page.shown.getByRole('table');
const rows = () => page.shown.getAllByRole<HTMLTableRowElement>('row');
const texts = () => rows().map((row) => [...row.cells].map((cell) => cell.textContent));

describe('a table that streams in', () => {
  it('has a row for each line, also for the one that isn’t complete', () => {
    show(`${HEAD}| a | hidden |\n| b | hid`);
    expect(texts()).toEqual([
      ['model', 'state'],
      ['a', 'hidden'],
      ['b', 'hid'],
    ]);
    expect(page.shown.getByRole('cell', { name: 'hidden' }).getAttribute('style')).toBe('text-align: right;');
  });

  it('keeps the elements of its rows, and the columns, while rows are added and when it is complete', () => {
    const row = (number: number) => `| model-${number} | by *rule* \`${number}\` |\n`;
    let text = HEAD;
    for (let number = 0; number < 30; number += 1) text += row(number);
    show(text);
    const kept = rows();
    const columns = table().getAttribute('style');
    expect(kept).toHaveLength(31);
    show(`${text}${row(30)}| a much longer name than before | x`);
    show(`${text}${row(30)}| a much longer name than before | x |\n\nAnd more.`, false);
    const grown = rows();
    expect(grown.slice(0, 31)).toEqual(kept);
    for (const [index, element] of kept.entries()) expect(grown[index]).toBe(element);
    expect(table().getAttribute('style')).toBe(columns);
  });

  it('has columns as wide as the longest word of their first rows, in code or not, within limits', () => {
    const leastChars = () =>
      [...(table().getAttribute('style') ?? '').matchAll(/minmax\(calc\((\d+)ch/g)].map(([, chars]) =>
        Number(chars),
      );
    const short = '| a | b |\n'.repeat(12);
    show(`${HEAD}${short}`);
    const [model = 0] = leastChars();
    show(`${HEAD}${short}| gpt-4o-realtime-preview-2024-12-17 is it | \`${'x'.repeat(90)}\` |\n`);
    expect(model).toBeLessThan(12);
    expect(leastChars()).toEqual([35, 64]);
  });

  it('shows cells beyond its columns in the last one, and has all cells of a short row', () => {
    show(`${HEAD}| a | b | not saved |\n| c |\n`);
    expect(texts().slice(1)).toEqual([
      ['a', 'b | not saved'],
      ['c', ''],
    ]);
  });

  it.each([
    ['a heading', '# a'],
    ['an item', '- a'],
    ['a number', '1. a'],
    ['a quote', '> a'],
    ['a fence', '~~~'],
    ['a footnote', '[^1]: a'],
    ['a rule', '***'],
    ['HTML', '<img src=x onerror=alert(1)>'],
    ['an image', '![x](https://a.b/c.png)'],
    ['61 marks', '*a '.repeat(61).trim()],
  ])('shows a cell that begins with %s as a line', (_, cell) => {
    show(`${HEAD}| ${cell} | end |\n`);
    const [shown] = rows()[1]?.cells ?? [];
    expect(shown?.querySelector('h1, li, ul, ol, blockquote, pre, section, hr, img, p')).toBeNull();
    expect(shown?.textContent).toContain(
      cell === '![x](https://a.b/c.png)' ? '[image: x] https://a.b/c.png' : cell,
    );
  });

  it('opens links from a cell only after a question', async () => {
    show(`${HEAD}| [docs](https://example.com) | \`code\` |\n`);
    expect(page.place.querySelector('a')).toBeNull();
    await page.press('docs');
    expect(page.buttonNames()).toEqual(['Copy table', 'docs', 'Open', 'Cancel']);
  });
});
