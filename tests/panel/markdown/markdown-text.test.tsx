// @vitest-environment jsdom
import { act } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { markdownRenderer } from '@/src/panel/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/markdown/markdown-text';
import { withRendering } from '../with-rendering';

const page = withRendering();

beforeAll(async () => {
  markdownRenderer.load();
  await vi.waitFor(() => expect(markdownRenderer.get()).not.toBeNull(), { timeout: 15_000 });
});

/** Texts that overflow the parser's stack or take it seconds. */
const HOSTILE = [
  ['2,500 nested quotes', '>'.repeat(2_500)],
  ['3,000 nested list items on one line', '- '.repeat(3_000)],
  ['3,000 nested numbered items on one line', '1. '.repeat(3_000)],
  ['10,000 levels of emphasis', `${'*'.repeat(10_000)}a${'*'.repeat(10_000)}`],
  ['alternating emphasis that never closes', '*a _b '.repeat(5_000)],
  [
    '800 nested list levels',
    Array.from({ length: 800 }, (_, level) => `${'  '.repeat(level)}- a`).join('\n'),
  ],
  ['50,000 brackets', '['.repeat(50_000)],
  [
    'a table of 200 columns and 4,000 short rows',
    `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|\n'.repeat(4_000)}`,
  ],
  ['5 MB on one line', 'abcd '.repeat(1_000_000)],
  ['5 MB of short paragraphs', 'A *b* c.\n\n'.repeat(500_000)],
] as const;

describe('hostile Markdown', () => {
  it.each(HOSTILE)('%s is rendered as readable text within limits', (_, text) => {
    page.render(<MarkdownText text={text} />);
    expect(page.place.querySelectorAll('*').length).toBeLessThan(3_000);
    expect(page.depth()).toBeLessThan(100);
    const shown = page.place.textContent ?? '';
    expect(shown.length).toBeGreaterThan(Math.min(text.length, 2_000) / 2);
  });

  it('a text above the limit shows its start, and the rest on demand as plain text', async () => {
    const text = `${'word '.repeat(1_000)}\n\n`.repeat(20);
    page.render(<MarkdownText text={`${text}THE END`} />);
    expect(page.place.textContent).not.toContain('THE END');
    const [name = ''] = page.buttonNames();
    expect(name).toMatch(/^Show all · [\d,]+ more characters as plain text$/);
    await page.press(name);
    // A long rest is added in steps.
    await act(() => new Promise((done) => setTimeout(done, 100)));
    expect(page.place.textContent).toContain('THE END');
  });

  it('a long table shows its first rows as a table, the others on demand', async () => {
    const rows = Array.from({ length: 1_500 }, (_, row) => `| model-${row} | hidden |\n`).join('');
    page.render(<MarkdownText text={`| model | state |\n|---|---|\n${rows}`} />);
    expect(page.place.querySelectorAll('tr').length).toBeGreaterThan(50);
    expect(page.place.textContent).not.toContain('model-1499');
    const [name = ''] = page.buttonNames();
    expect(name).toMatch(/^Show all · [\d,]+ more characters as plain text$/);
    await page.press(name);
    expect(page.place.textContent).toContain('model-1499');
  });

  it('a table of many columns shows as many rows as are rendered quickly, the others on demand', () => {
    const cells = Array.from({ length: 12 }, (_, column) => `cell ${column}`);
    const row = (number: number) => `| ${[`model-${number}`, ...cells].join(' | ')} |\n`;
    const head = `${row(0)}${'|---'.repeat(13)}|\n`;
    page.render(<MarkdownText text={head + Array.from({ length: 100 }, (_, n) => row(n + 1)).join('')} />);
    const rows = page.place.querySelectorAll('tr').length;
    expect(rows).toBeGreaterThan(20);
    expect(rows * 14).toBeLessThanOrEqual(400);
    expect(page.place.textContent).not.toContain('model-100');
    expect(page.buttonNames()).toEqual([expect.stringMatching(/^Show all/)]);
  });

  it('a table that streams beyond the limit is unfolded plain text, so that its newest row is visible', () => {
    const rows = Array.from({ length: 500 }, (_, row) => `| model-${row} | hidden |\n`).join('');
    page.render(<MarkdownText text={`| model | state |\n|---|---|\n${rows}`} isStreaming={true} />);
    expect(page.place.querySelector('table')).toBeNull();
    expect(page.place.textContent).toContain('| model-499 | hidden |');
    expect(page.buttonNames()).toEqual([]);
  });

  it('a list of 500 rules is shown in full', () => {
    page.render(<MarkdownText text={Array.from({ length: 500 }, (_, n) => `- rule-${n}\n`).join('')} />);
    expect(page.place.querySelectorAll('li')).toHaveLength(500);
    expect(page.buttonNames()).toEqual([]);
  });
});
