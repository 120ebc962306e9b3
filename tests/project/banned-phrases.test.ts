import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BANNED_PHRASES, findBannedPhrases, findOpeningClauses } from './banned-phrases';
import { readProse } from './prose';

const PLACES = [
  ...[
    'src',
    'entrypoints',
    'playground',
    'scripts',
    'tests',
    'docs',
    'locales',
    'site/.vitepress',
    'wxt.config.ts',
    'vitest.config.ts',
  ],
  ...['playwright.config.ts', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  'CODE_OF_CONDUCT.md',
];
const READABLE = /\.(ts|tsx|mts|mjs|css|html|md|yml)$/;
const GENERATED = /^(?:playground\/dist|site\/\.vitepress\/\.temp)\//;

/** Words in which the pattern of a phrase is found, where the phrase itself has an ellipsis or a placeholder. */
const PLANTED = new Map([
  ['have one’s way', 'had their way'],
  ['go by', 'goes by the rules'],
  ['design.md §', 'design.md §5'],
]);

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((path) => join(place, path).replaceAll('\\', '/'))
    .filter((path) => READABLE.test(path) && !GENERATED.test(path));
}

describe('the project’s texts', () => {
  const files = new Map(
    PLACES.flatMap(filesBelow).map((path) => [path, readProse(path, readFileSync(path, 'utf8'))]),
  );

  it('are all read', () => {
    expect(files.size).toBeGreaterThan(500);
  });

  it('have no phrasing that docs/style.md bans', () => {
    expect(findBannedPhrases(files)).toEqual([]);
  });

  it('start no doc comment with a clause', () => {
    expect(findOpeningClauses(files)).toEqual([]);
  });
});

describe('docs/style.md', () => {
  it('lists the phrasings that the check bans', () => {
    const listed = (readFileSync('docs/style.md', 'utf8').split('| phrase | write instead |')[1] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(listed).toEqual(BANNED_PHRASES.map(({ phrase, instead }) => [phrase, instead]));
  });
});

describe('the check of phrasings', () => {
  it.each<[string, string, string, string]>([
    ['a doc comment', 'src/a.ts', '/** The person at the panel. */', '1 "person" (doc comment)'],
    ['a comment after code', 'src/a.ts', 'const a = 1; // Mended by the caller.', '1 "Mended" (comment)'],
    [
      'a comment that breaks the phrase over two lines',
      'src/a.ts',
      'void 0;\n/**\n * The next worker takes\n * up the run.\n */',
      '2 "takes up" (doc comment)',
    ],
    [
      'line comments that break the phrase over two lines',
      'src/a.ts',
      '// The lock is let\n// go at the end.\n',
      '1 "let go" (comment)',
    ],
    ['a string', 'src/a.ts', `throw new Error('Look again.');`, '1 "Look again" (string)'],
    ['a template', 'src/a.ts', `const a = (n: number) => \`Read \${n} models anew.\`;`, '1 "anew" (string)'],
    ['the text of an element', 'src/a.tsx', 'const a = (\n <p>Untold changes</p>\n);', '2 "Untold" (string)'],
    ['an attribute', 'src/a.tsx', 'const a = <p title="What this comes to" />;', '"What this comes to"'],
    ['the title of a test', 'tests/a.test.ts', `it('is told of it', () => {});`, '1 "is told" (title)'],
    [
      'the title of a table of tests',
      'tests/a.test.ts',
      `it.each([['a']])('goes by %s', () => {});`,
      '1 "goes by" (title)',
    ],
    ['a script', 'scripts/a.mjs', '// As the ledger has it.', '1 "ledger" (comment)'],
    ['the number of a requirement', 'src/a.ts', '// Bounded (A-123).', '1 "A-123" (comment)'],
    ['the number of a conflict', 'src/a.ts', '// See conflict 25.', '1 "conflict 25" (comment)'],
    ['a chapter of a document elsewhere', 'src/a.ts', '// As in design.md §5.3.', '"design.md §" (comment)'],
    ['a style sheet', 'src/a.css', '.a {}\n/* The person’s texts. */', '2 "person" (comment)'],
    ['a page', 'entrypoints/a.html', '<p>Look again</p>', '1 "Look again" (comment)'],
    ['a document', 'docs/a.md', 'One.\n\nA worker that was\nborn again.\n', '3 "born" (text)'],
  ])('finds it in %s', (_, path, text, found) => {
    expect(findBannedPhrases(new Map([[path, readProse(path, text)]]))).toEqual([
      expect.stringContaining(found),
    ]);
  });

  it.each(BANNED_PHRASES.map(({ phrase }) => PLANTED.get(phrase) ?? phrase))('finds “%s”', (words) => {
    expect(findBannedPhrases(new Map([['a.ts', readProse('a.ts', `// It is ${words}.`)]]))).not.toEqual([]);
  });

  it.each<[string, string, string]>([
    ['names in code', 'src/a.ts', 'const person = { untold: 1, mend() {} };'],
    ['identifiers in strings', 'src/a.ts', `const state = 'born'; import('./take-up');`],
    [
      'a word that only contains a phrase',
      'src/a.ts',
      '// Personal access; amended, the gopher took upper rows.',
    ],
    ['a stored text', 'src/a.ts', `const title = 'Checkpoints let go';`],
    ['strings of tests, which are data', 'tests/a.test.ts', `const text = 'the person is told';`],
    ['code in a document', 'docs/a.md', 'Call `mend it` so:\n\n```\nthe person\n```\n'],
    ['what a document leaves unchecked', 'docs/a.md', '<!-- unchecked -->\nanew\n<!-- /unchecked -->\n'],
    ['a patent or model number', 'src/a.ts', '// The id gpt-A-1234 and U+200B.'],
  ])('lets pass %s', (_, path, text) => {
    expect(findBannedPhrases(new Map([[path, readProse(path, text)]]))).toEqual([]);
  });
});

describe('the check of doc comments', () => {
  it.each(['Whether it is on.', 'What it holds.', 'Who asked.', 'Where it is.', 'How long it may take.'])(
    'finds “%s”',
    (words) => {
      expect(findOpeningClauses(new Map([['a.ts', readProse('a.ts', `/** ${words} */`)]]))).toHaveLength(1);
    },
  );

  it.each([
    ['a clause in an ordinary comment', '// Where several match, the longest wins.'],
    ['a clause later in the comment', '/** The page’s row. What it holds was parsed. */'],
    ['a word that only begins alike', '/** Whatever the endpoint answered; Howell’s algorithm. */'],
  ])('lets pass %s', (_, source) => {
    expect(findOpeningClauses(new Map([['a.ts', readProse('a.ts', source)]]))).toEqual([]);
  });
});
