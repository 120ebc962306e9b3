// @document
import fc from 'fast-check';
import { act } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { highlight } from '@/src/panel/kit/markdown/highlighter';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { MAX_HIGHLIGHTED_CHARS } from '@/src/panel/kit/markdown/use-highlighting';
import { withRendering } from '../../with-rendering';

const page = withRendering();

beforeAll(() => markdownRenderer.load());

const show = (text: string, isStreaming: boolean) =>
  page.render(<MarkdownText text={text} isStreaming={isStreaming} />);
const tokens = () => [...page.place.querySelectorAll('[class^=code-]:is(span):not(.code-lines)')];
const code = () => page.shown.getByRole('code').textContent;

/** Time for the highlighter to work on one code. */
const highlighting = () => act(() => new Promise((done) => setTimeout(done, 400)));

describe('a block of code', () => {
  it('is highlighted once it is complete, and not while it streams in', async () => {
    show('```json\n{ "a": 1,', true);
    await highlighting();
    expect(tokens()).toEqual([]);
    show('```json\n{ "a": 1, "b": "c" }\n```\n', true);
    await highlighting();
    expect(tokens().map((token) => [token.className, token.textContent])).toEqual([
      ['code-name', '"a"'],
      ['code-number', '1'],
      ['code-name', '"b"'],
      ['code-string', '"c"'],
    ]);
    expect(code()).toBe('{ "a": 1, "b": "c" }\n');
  });

  it.each([
    ['of an unknown language', '```klingon\nif 1\n```'],
    ['of no language', '```\nif 1\n```'],
    ['that is very long', `\`\`\`js\n${'const a = 1;\n'.repeat(MAX_HIGHLIGHTED_CHARS / 10)}\`\`\``],
  ])('%s stays plain', async (_, text) => {
    show(text, false);
    await highlighting();
    expect(tokens()).toEqual([]);
  });

  it('keeps the elements of its lines while lines are added', () => {
    const line = 'const a = { b: [1, 2, 3] };\n';
    show(`\`\`\`js\n${line.repeat(100)}`, true);
    const groups = [...page.place.querySelectorAll('.code-lines')];
    expect(groups).toHaveLength(3);
    show(`\`\`\`js\n${line.repeat(121)}con`, true);
    const grown = [...page.place.querySelectorAll('.code-lines')];
    expect(grown).toHaveLength(4);
    for (const [index, element] of groups.entries()) expect(grown[index]).toBe(element);
    expect(code()).toBe(`${line.repeat(121)}con`);
  });

  it.each([
    ['at the top level', '```js\nconst a = 1;\n\n\n```\n'],
    ['in an item', '- a\n  ```js\n  const a = 1;\n\n\n  ```\n'],
  ])('%s is copied as it is', async (_, text) => {
    const written: string[] = [];
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (copied: string) => written.push(copied) },
    });
    show(text, false);
    await page.press('Copy code');
    expect(written).toEqual(['const a = 1;\n\n']);
  });
});

describe('the highlighter', () => {
  const LANGUAGES = [
    ...[
      'json',
      'yaml',
      'yml',
      'bash',
      'sh',
      'python',
      'py',
      'javascript',
      'js',
      'typescript',
      'ts',
      'toml',
      'ini',
      'diff',
    ],
    ...['http', 'sql', 'console'],
  ];
  const piece = fc.constantFrom(
    ...[
      '"',
      "'",
      '`',
      '${',
      '}',
      '{',
      '<',
      '</',
      '>',
      '<script>',
      '<a b="',
      '/*',
      '//',
      '#',
      '$(',
      '(',
      ')',
      '[',
      '\\',
    ],
    ...[
      '=>',
      '= ',
      ': ',
      '- ',
      '\n',
      '  ',
      'a',
      'if ',
      'function ',
      'SELECT ',
      '1',
      '0x',
      '/',
      '@@',
      '+',
      '<<EOF',
      '<!--',
      '?',
    ],
  );

  it('changes no character of any code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), fc.array(piece, { maxLength: 60 }), (language, some) => {
        const text = some.join('');
        expect(
          highlight(language, text)
            ?.map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  it('takes a bounded time for codes of the maximum length that repeat anything', () => {
    let longestMs = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        (language, some) => {
          const part = some.join('');
          const text = part.repeat(MAX_HIGHLIGHTED_CHARS / part.length);
          const before = process.cpuUsage();
          highlight(language, text);
          const { user, system } = process.cpuUsage(before);
          longestMs = Math.max(longestMs, (user + system) / 1_000);
        },
      ),
      { numRuns: 60 },
    );
    // Typically a tenth of it.
    expect(longestMs).toBeLessThan(1_000);
  }, 120_000);
});
