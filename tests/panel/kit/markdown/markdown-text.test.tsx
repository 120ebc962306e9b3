// @document
import { act } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

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

function tableOf(rows: number): string {
  const body = Array.from({ length: rows }, (_, row) => `| model-${row} | hidden |\n`).join('');
  return `| model | state |\n|---|---|\n${body}`;
}

/** Lets the panel take the steps in which a long text is added. */
async function stepsUntil(isReached: () => boolean): Promise<void> {
  for (let step = 0; step < 400 && !isReached(); step += 1) {
    await act(() => new Promise((done) => setTimeout(done, 40)));
  }
  expect(isReached()).toBe(true);
}

/** Finds it by text, since a query by role is slow in a table of thousands of rows. */
const hasFold = () => page.shown.queryByText(/^Show all/, { selector: 'button' }) !== null;

describe('hostile Markdown', () => {
  it.each(HOSTILE)('%s is rendered as readable text within limits', async (_, text) => {
    page.render(<MarkdownText text={text} isStreaming={false} />);
    const shownChars = () => page.place.textContent?.length ?? 0;
    await stepsUntil(() => shownChars() > Math.min(text.length, 2_000) / 2);
    expect(page.place.querySelectorAll('*').length).toBeLessThan(3_000);
    expect(page.depth()).toBeLessThan(100);
  });

  it('a text above the limit shows its start, and the rest on demand as plain text', async () => {
    const text = `${'word '.repeat(1_000)}\n\n`.repeat(50);
    page.render(<MarkdownText text={`${text}THE END`} isStreaming={false} />);
    await stepsUntil(hasFold);
    expect(page.place.textContent).not.toContain('THE END');
    const [name = ''] = page.buttonNames();
    expect(name).toMatch(/^Show all · [\d,]+ more characters as plain text$/);
    await page.press(name);
    await stepsUntil(() => page.place.textContent?.includes('THE END') === true);
  });

  it('a table of 2,000 rows is shown whole, in steps, and can then be copied', async () => {
    page.render(<MarkdownText text={tableOf(2_000)} isStreaming={false} />);
    expect(page.buttonNames()).toEqual([]);
    await stepsUntil(() => page.place.querySelectorAll('tr').length === 2_001);
    expect(page.place.textContent).toContain('model-1999');
    expect(page.buttonNames()).toEqual(['Copy table']);
  });

  it('a table that exceeds the limit of one text shows its first rows, the others on demand', async () => {
    page.render(<MarkdownText text={tableOf(20_000)} isStreaming={false} />);
    await stepsUntil(hasFold);
    expect(page.place.textContent).not.toContain('model-19999');
    expect(page.buttonNames()).toEqual([expect.stringMatching(/^Show all/)]);
  });

  it('a table of 41 columns and 20 rows is plain text', () => {
    const row = `${'|a'.repeat(41)}|\n`;
    page.render(<MarkdownText text={`${row}${'|-'.repeat(41)}|\n${row.repeat(20)}`} isStreaming={false} />);
    expect(page.shown.queryByRole('table')).toBeNull();
    expect(page.place.textContent).toContain('|a|a');
  });

  it('a list of 500 rules is shown in full, in steps', async () => {
    page.render(
      <MarkdownText
        text={Array.from({ length: 500 }, (_, n) => `- rule-${n}\n`).join('')}
        isStreaming={false}
      />,
    );
    await stepsUntil(() => page.place.querySelectorAll('li').length === 500);
    expect(page.buttonNames()).toEqual([]);
  });
});
