// @document
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkdownView } from '@/src/panel/kit/markdown/markdown-view';
import { plainText } from '@/src/panel/kit/text/plain-text';
import { withRendering } from '../../with-rendering';

const page = withRendering();

function shown(text: string): string {
  page.render(<MarkdownView text={text} />);
  return page.place.textContent;
}

/** The texts of the elements, in order. */
function textsOf(selector: string, text: string): string[] {
  shown(text);
  return [...page.place.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

describe('patterns, names and paths are shown as written:', () => {
  it.each([
    ['patterns with stars at both ends', 'Block *-preview* and gpt-4*, but not *-latest*?'],
    ['a pattern with two stars', 'claude-*-2024*'],
    ['globs for folders', 'openai/** and **/mini'],
    ['a path with a folder for any', 'src/**/tests/**'],
    ['two stars around a pattern', '**gpt-4***'],
    ['three stars around words', '***both***'],
    ['two stars between spaces', 'a ** b ** c'],
    ['two stars within a word', 'gpt**4**mini'],
    ['a product', '5 * 3 * 2 = 30'],
    ['a name of Python', '__init__.py and __all__'],
    ['names with underscores', '_private_ and gpt_4_preview'],
    ['a tilde', '~gone~, ~/models and ~$3'],
    ['a regular expression', '^gpt-\\d+\\.\\w\\*$'],
    ['a path of Windows', 'C:\\models\\'],
    ['percent and prices', '27\\% of $5 to $12'],
    ['a class before a group', 'gpt-[45](-mini)?'],
    ['two quoted patterns', 'Remove "**" from openai and "**" from gemini?'],
    ['two quoted patterns of German text', 'Lösche „**“ und „**“ oder »**« und »**«?'],
    ['two patterns in Chinese quotation marks', '删除「**」和「**」吗？'],
    ['two patterns in brackets', '(**) and (**), {a,**} and {b,**}'],
    ['patterns whose stars are within quotation marks', 'Block "**gpt" and "mini**"?'],
    ['patterns with a question mark', 'Rules **?-mini and o?**'],
    ['a backslash at the end of a line', 'one \\\ntwo'],
  ])('%s', (_, text) => {
    expect(shown(text)).toBe(text);
    expect(plainText(text)).toBe(text);
  });

  it('one paragraph has the same characters, but for two stars around words', () => {
    const words = [
      'model',
      'modèle',
      'модель',
      'μοντέλο',
      'モデル',
      '模型',
      '모델',
      'mô hình',
      'نموذج',
      'מודל',
      'मॉडल',
      'โมเดล',
    ];
    const globs = [
      '*-preview*',
      'gpt-4*',
      '*',
      'openai/**',
      '**/mini',
      'o?-mini',
      '{a,b}*',
      '_x_',
      '__init__',
      '~x~',
      '\\d+\\.\\w',
      'C:\\x',
      'a|b',
    ];
    const prices = ['$5', '$0.15/1M', '27\\%', '€3', '¥20', '3 * 2'];
    const punctuation = [
      ' ',
      ' ',
      ' ',
      ', ',
      '. ',
      ': ',
      '! ',
      '（',
      '）',
      '。',
      '、',
      '「',
      '」',
      '—',
      '/',
      '-',
      '(',
      ')',
      '"',
      '\\',
    ];
    const plain = fc.constantFrom(...words, ...globs, ...prices, ...punctuation);
    const bold = fc.constantFrom(...words).map((word) => `**${word}**`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 5, arbitrary: plain }, bold), { minLength: 1, maxLength: 12 }),
        (parts) => {
          const text = `x ${parts.join('')} x`.replace(/\s+/g, ' ');
          const withoutStars = (one: string) => one.replaceAll('**', '');
          const seen = shown(text);
          expect(withoutStars(seen)).toBe(withoutStars(text));
          expect(seen).toBe(plainText(text));
          // Only pairs of stars are left out.
          expect((text.length - seen.length) % 4).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['words', '**Done**: all', ['Done']],
  ['a label', '**Note:** all', ['Note:']],
  ['words beside Chinese marks', '请注意**「重要」**。', ['「重要」']],
  ['words within Japanese text', 'これは**重要**です', ['重要']],
  ['words before a Korean particle', '**모델:**을', ['모델:']],
  ['code with a star', '**`gpt-4*`** is hidden', ['gpt-4*']],
  ['code beside a pattern', '`a*` and **b** and *c*', ['b']],
  ['words with a link', '**see [this](https://example.com) page**', ['see this page']],
  ['words between underscores', '__Note: all__ of them', ['Note: all']],
])('bold: %s', (_, text, bold) => {
  expect(textsOf('strong', text)).toEqual(bold);
  expect(plainText(text)).toBe(shown(text));
});

it.each([
  ['a star in a list', '- gpt-4*\n- *\n- o3*', '*'],
  ['a star in a numbered list', '1. *\n2. gpt-4*', '*'],
  ['a star on a line of its own', 'The rule is:\n\n*\n\nRemove it?', '*'],
  ['three stars in a list', '- gpt-4*\n- ***', '***'],
  ['a number sign in a list', '- #\n- gpt-4*', '#'],
])('a mark alone is shown: %s', (_, text, mark) => {
  expect(textsOf('li, p', text).map((one) => one.trim())).toContain(mark);
});

it('two tildes strike words', () => {
  expect(textsOf('del', '~~gone~~ and ~kept~')).toEqual(['gone']);
});

it.each([
  [
    'Chinese text',
    '见https://example.com/a。下一个',
    'https://example.com/a',
    '见https://example.com/a。下一个',
  ],
  ['full-width brackets', '（https://example.com/a）', 'https://example.com/a', '（https://example.com/a）'],
  ['Japanese text', 'https://example.com/aを開く', 'https://example.com/a', 'https://example.com/aを開く'],
  [
    'bold Chinese text',
    '**见 https://example.com/a**。下',
    'https://example.com/a',
    '见 https://example.com/a。下',
  ],
  ['an address without a scheme', 'www.example.com」と', 'www.example.com', 'www.example.com」と'],
])('a link ends before %s', (_, text, link, all) => {
  expect(textsOf('.link', text)).toEqual([link]);
  expect(page.place.textContent).toBe(all);
});

it.each([
  ['', '| rule | state |\n| - | - |\n| `gpt-(4|5)*` | on |'],
  ['escaped', '| rule | state |\n| - | - |\n| `gpt-(4\\|5)*` | on |'],
  ['of a list', '- rules\n\n  | rule | state |\n  | - | - |\n  | `gpt-(4|5)*` | on |'],
  ['escaped of a list', '- rules\n\n  | rule | state |\n  | - | - |\n  | `gpt-(4\\|5)*` | on |'],
  ['of a quotation', '> | rule | state |\n> | - | - |\n> | `gpt-(4|5)*` | on |'],
])('a bar in code %s belongs to the cell', (_, text) => {
  expect(textsOf('td', text)).toEqual(['gpt-(4|5)*', 'on']);
});

it('a bar in code outside of tables has no backslash', () => {
  expect(textsOf('code', '- `a|b`\n\n| x |\n\n`c|d` and `e\\|f`')).toEqual(['a|b', 'c|d', 'e\\|f']);
});

it('an escaped bar in bold, struck or linked words of a cell has no backslash', () => {
  const row = '~~a \\| b~~ **c \\| d** [`e \\| f`](https://example.com)';
  expect(textsOf('td', `- | x |\n  | - |\n  | ${row} |`)).toEqual(['a | b c | d e | f']);
});

describe('code with a bar is shown with the same characters', () => {
  const table = (code: string) => `| rule | state |\n| - | - |\n| ${code} | on |\n| o3 | ${code} |`;
  const indented = (text: string) => text.replace(/^/gm, '  ').trimStart();
  const quoted = (text: string) => text.replace(/^/gm, '> ');
  /** Markdown around code, by the selector of the code in it. */
  const places: [selector: string, text: (code: string) => string][] = [
    ['p code', (code) => `Use ${code} or o3 | o4.`],
    ['p code', (code) => `x\n${code} | y\n- | -\nz`],
    ['h2 code', (code) => `## ${code}`],
    ['li code', (code) => `- ${code}\n- o3 | ${code}`],
    ['td code', table],
    ['li td code', (code) => `- rules\n\n  ${indented(table(code))}`],
    ['li li td code', (code) => `- a\n  - ${indented(indented(table(code)))}`],
    ['blockquote td code', (code) => quoted(table(code))],
    ['li code', (code) => `- ${indented(table('`o3`'))}\n- ${code} and ${code}`],
    ['li code', (code) => `1. a\n   | x |\n   | - |\n2. ${code}`],
    ['p code', (code) => `${quoted(table('`o3`'))}\n\n${code}`],
    ['blockquote code', (code) => `${quoted(table('`o3`'))}\n>\n> ${code} | o3`],
    ['li code', (code) => `> | x |\n> | - |\n- ${code}`],
  ];
  const codes = ['a|b', 'gpt-(4|5)*', '|', '||', '^(?:a|b)$', 'a\ue000|\ue001', '\ue000|b'].flatMap(
    (code): [string, string][] => [
      [code, `\`${code}\``],
      [code, `\`\`${code}\`\``],
    ],
  );

  it.each(places)('in the %s of %s', (selector, textOf) => {
    for (const [code, written] of codes) {
      const found = textsOf(selector, textOf(written)).filter((one) => one !== 'o3');
      expect(found.length).toBeGreaterThan(0);
      expect([...new Set(found)]).toEqual([code]);
    }
  });

  it.each(['- x\n\n  ', '> ', '> - ', '- | a |\n  | - |\n  | b |\n\n  '])('in a fence after %j', (before) => {
    const lines = ['a `b|c` d', '| `e|f` |', '| - |', '| `g|h` |'];
    const indent = before.startsWith('>') ? before.replace('-', ' ') : '  ';
    const text = `${before}${['```', ...lines, '```'].join(`\n${indent}`)}`;
    expect(textsOf('pre', text)).toEqual([`${lines.join('\n')}\n`]);
  });
});

it.each([
  ['a class before a group', 'gpt![45](-mini)*'],
  ['a class in a link’s text', '[gpt![45](-mini)*](x)'],
  ['no text before a group', 'gpt![](-mini)*'],
  ['an address of the page', '![chart](chart.png) and ![chart](/img/chart.png "Title")'],
  ['a name with a tag in angle brackets', 'Hide <llama3:latest> and <openai:gpt-4*>.'],
])('no image or link is made of %s', (_, text) => {
  expect(shown(text)).toBe(text);
  expect(plainText(text)).toBe(text);
});
