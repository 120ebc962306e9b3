import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commandsIn, missingNames } from './document-commands';

/** Folders that a document's earlier commands make. */
const MADE = ['src/adapters/team-limits'];

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
];

/** A file's text; empty for a folder. */
function readFile(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return MADE.includes(path) ? '' : null;
  return found.isFile() ? readFileSync(path, 'utf8') : '';
}

it.each(documents)('the commands in %s name scripts, options, programs and files that exist', (path) => {
  const commands = commandsIn(readFileSync(path, 'utf8'));
  const wrong = commands.flatMap((command) =>
    missingNames(command, readFile).map((name) => `${command}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

describe('the check of commands', () => {
  const files = new Map([
    ['package.json', JSON.stringify({ scripts: { bench: 'node scripts/bench.mjs', test: 'vitest' } })],
    ['scripts/bench.mjs', "import { a } from './parse.mjs';\nawait run('scripts/bench/bench.ts');"],
    ['scripts/parse.mjs', '// --strict'],
    ['scripts/bench/bench.ts', "import { b } from './options';"],
    ['scripts/bench/options.ts', "const options = { only: { type: 'string' } };"],
    ['node_modules/.bin/vitest', ''],
    ['tests/a.test.ts', ''],
  ]);

  it.each([
    ['an npm script with options of its files', 'npm run bench -- --only core --strict', []],
    ['an unknown script', 'npm run benchmark', ['benchmark']],
    ['an unknown option', 'npm run bench -- --fast', ['--fast']],
    ['an option that is passed on', 'npm test -- --grep=a', []],
    ['a program of a package, with a file', 'npx vitest run tests/a.test.ts', []],
    ['an unknown program, and an unknown file', 'npx jest tests/b', ['node_modules/.bin/jest', 'tests/b']],
    ['the installation', 'npm ci', []],
    ['another program', 'git tag v1', []],
  ])('looks at %s', (_, command, missing) => {
    expect(missingNames(command, (path) => files.get(path) ?? null)).toEqual(missing);
  });

  it('reads blocks, without comments and with continued lines, and code in sentences', () => {
    const markdown =
      'Run `npm test` in `src`.\n\n```sh\nnpm run a -- \\\n  --b   # c\n# d\n```\n\n```js\nnpm\n```\n';
    expect(commandsIn(markdown)).toEqual(['npm run a -- --b', 'npm test']);
  });
});
