// @document
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

/** The rendered text, with collapsed white space. */
function shown(text: string, isStreaming = false): string {
  page.render(<MarkdownText text={text} isStreaming={isStreaming} />);
  return (page.place.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Longer than the limit of a block, so that it is cut at blank lines. */
const LONG = `${'word '.repeat(50)}\n\n`.repeat(26);

describe('text that Markdown would omit', () => {
  it.each([
    [
      'a footnote of a long answer',
      `Two.[^1]\n\n${LONG}[^1]: But not **o1** preview.`,
      '[^1]: But not o1 preview.',
    ],
    ['a link’s definition of a long answer', `[a]\n\n${LONG}[a]: http://x "T"`, '[a]: http://x "T"'],
    ['an answer that is a footnote alone', '[^1]: Nothing was saved.', '[^1]: Nothing was saved.'],
    [
      'an answer that is a link definition alone',
      '[result]: nothing-was-saved',
      '[result]: nothing-was-saved',
    ],
    ['a footnote that only references itself', '[^a]: See [^a], it was not saved.', 'it was not saved.'],
    ['footnotes that only reference each other', '[^a]: One [^b].\n\n[^b]: Two [^a].', 'Two'],
    ['a second footnote of one name', 'A[^a].\n\n[^a]: One.\n\n[^a]: Two.', '[^a]: Two.'],
    ['a footnote inside a footnote', 'A[^a].\n\n[^a]: One.\n\n    [^b]: Two.', '[^b]: Two.'],
    ['a footnote in an item', '- [^a]: One.', '[^a]: One.'],
    ['a footnote that begins with a list', '[^a]:\n    - One.', '[^a]: - One.'],
    ['an empty footnote', '[^a]:', '[^a]:'],
    ['cells beyond a table’s columns', '| a |\n| - |\n| b | not saved |', 'not saved'],
    ['a link without a text', '[](nothing-was-saved)', 'nothing-was-saved'],
  ])('%s is shown', (_, text, words) => {
    expect(shown(text)).toContain(words);
  });

  it('a footnote that streams after its long answer is shown', () => {
    expect(shown(`Two.[^1]\n\n${LONG}[^1]: But not o1-preview.\n\nMore`, true)).toContain(
      'But not o1-preview.',
    );
  });

  it('all definitions and references are shown, in any order', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'A');
    const part = fc.oneof(
      fc.tuple(name, name).map(
        ([own, other]) =>
          (id: number) =>
            `[^${own}]: word${id} [^${other}]`,
      ),
      name.map((other) => (id: number) => `word${id} [^${other}] [${other}]`),
      name.map((own) => (id: number) => `[${own}]: word${id}`),
      name.map((own) => (id: number) => `> - [^${own}]: word${id}`),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        shown(parts.map((make, id) => make(id)).join('\n\n'));
        for (const id of parts.keys()) expect(page.place.textContent).toContain(`word${id}`);
      }),
      { numRuns: 100 },
    );
  });
});

it.each([
  ['One[^1].\n\n[^1]: Note.', 'One[^1].[^1]: Note.'],
  ['[two][t]\n\n[t]: https://example.com', '[two][t][t]: https://example.com'],
])('%j stays text, with its definition', (text, words) => {
  expect(shown(text)).toBe(words);
});
