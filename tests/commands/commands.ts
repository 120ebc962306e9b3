import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { CommandEntry } from './command-row';
import { ADAPTER_ID, ANSWERS, type Workplace } from './workplace';

const SEED = ['--seed', '7'];

/** Short parts of the bench: for each preparation that a suite needs at least one. */
const SUITE_PARTS = ['bytes', 'core/context-sizes', 'worker', 'content', 'store/messages'];

/** Time between two looks at what a command has made, in milliseconds. */
const POLLING_MS = 50;

/** Every script of package.json with the smallest form in which `npm test` runs it. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  demo: [
    {
      args: () => ['--headless'],
      check({ folder }, printed) {
        expect(printed).toContain('✓ the page’s state is the first one');
        expect(picturesIn(join(folder, 'demo-output'))).toHaveLength(9);
      },
    },
    {
      args: () => ['--headless', '--proxies', '3'],
      check({ folder }, printed) {
        expect(printed).toContain('✓ sites that Steward knows');
        expect(printed).toMatch(/^ *B +http:\S+ +\(has drifted from the others\)$/m);
        expect(picturesIn(join(folder, 'demo-output'))).toEqual(['01-several-proxies.png']);
      },
    },
  ],
  test: { reason: 'It runs these rows.' },
  prepare: { reason: 'The scripts types and build begin with it.' },
  dev: { reason: 'It opens a browser window, and runs until it is stopped.' },
  build: { stage: 'production build' },
  'build:playground': { stage: 'playground build' },
  playground: [
    {
      args: ({ outside }) => ['--port', '0', '--env-file', join(outside, 'playground.env')],
      async until(_, printed) {
        const address = () => /listening on (\S+)/.exec(printed())?.[1];
        await reached(() => address() !== undefined);
        const page = await fetch(String(address()));
        expect(await page.text()).toContain('<!doctype html>');
      },
      check: (_, printed) => expect(printed).toContain('Steward playground listening on'),
    },
  ],
  docs: [
    {
      args: () => ['--errors'],
      check: (place) => {
        expect(place.read('docs/errors.md')).toContain('# ');
        expect(place.changes()).toBe('');
      },
    },
    {
      args: () => ['--build'],
      // The command would install them.
      skipped: ({ has }) => (has('site/node_modules') ? null : 'the packages of site/ are not installed'),
      check: ({ read }) => expect(read('docs-site/index.html')).toContain('Steward'),
    },
  ],
  pictures: [
    {
      args: () => ['--until', 'own-1-first-click'],
      check({ read, changes }, printed) {
        expect(printed).toContain('docs/images/own-1-first-click.png');
        expect(read('docs/images/own-1-first-click.png')).toContain('PNG');
        expect(changes()).not.toContain('store/pictures');
      },
    },
  ],
  screenshots: [
    {
      args: () => ['--grep', 'banners'],
      check: ({ folder }) =>
        expect(picturesIn(join(folder, 'artifacts', 'screenshots', 'en'))).toContain('banners-252-dark.png'),
    },
  ],
  'lint:firefox': { stage: 'rules of Firefox’s store' },
  lint: { stage: 'lint' },
  format: { reason: 'It is the script lint with --write, and the row of new-adapter runs that.' },
  types: { stage: 'types' },
  check: { reason: 'It runs the scripts lint and types.' },
  package: { reason: 'The row of release runs it.' },
  release: [
    {
      args: () => ['--dry-run', '--tested', '--offline'],
      check({ folder, has, changes }, printed) {
        expect(printed).toMatch(/^Dry run: v[\d.]+ /m);
        expect(has('release/SHA256SUMS')).toBe(true);
        expect(readdirSync(join(folder, 'release'))).toHaveLength(7);
        expect(changes()).toBe('');
      },
    },
  ],
  'build:firefox': { stage: 'build for Firefox' },
  'build:adapters': [
    {
      args: () => [],
      check: ({ read }) =>
        expect(JSON.parse(read('dist/chrome-mv3-adapters/manifest.json')).name).toBe('Steward (development)'),
    },
  ],
  'new-adapter': [
    {
      args: () => ['--id', ADAPTER_ID, ...ANSWERS],
      check({ read, changes }) {
        expect(read(`src/adapters/${ADAPTER_ID}/definition.ts`)).toContain(ADAPTER_ID);
        expect(read('src/adapters/index.ts')).toContain(`'${ADAPTER_ID}'`);
        expect(changes()).toContain('M src/adapters/page-halves.ts');
      },
    },
  ],
  'test:adapter': [
    {
      args: () => ['any-page', '--rule', 'hash'],
      check: (_, printed) => expect(printed).toMatch(/^ *1 passed/m),
    },
  ],
  'check-adapter': [
    {
      async args({ adapter }) {
        const path = await adapter();
        writeFileSync(join(path, 'wrong.ts'), 'export const wrong: number = "text";\n');
        return ['--adapter', path];
      },
      exitCode: 1,
      // No other error: the adapter itself is right.
      check: (_, printed) =>
        expect(printed.match(/^.*error TS.*$/gm)).toEqual([expect.stringContaining('wrong.ts')]),
    },
  ],
  'dev-adapter': [
    {
      args: async ({ adapter }) => ['--adapter', await adapter()],
      check({ read }, printed) {
        expect(printed).toContain('Reload that extension.');
        expect(read(`dist/chrome-mv3-adapters/adapters/${ADAPTER_ID}/definition.js`)).toContain(ADAPTER_ID);
      },
    },
  ],
  'test:kit': { reason: 'It installs npm packages from a registry.' },
  'try-adapter': [
    {
      // The page of this adapter opens at once, before the extension has started.
      args: ({ outside }) => ['any-page', '--screenshots', join(outside, 'tried')],
      until: ({ outside }) => reached(() => existsSync(join(outside, 'tried', '02-panel.png'))),
      check: ({ outside }) => expect(picturesIn(join(outside, 'tried'))).toContain('01-page.png'),
    },
  ],
  'test:firefox': { stage: 'end-to-end tests in Firefox' },
  'test:oldest': { reason: 'It downloads an old browser, and works on Debian only.' },
  'test:unit': { stage: 'unit tests' },
  texts: [
    {
      args: () => ['check', 'ja'],
      check: (_, printed) => expect(printed).toMatch(/^ja: [1-9]\d* texts, 0 missing/),
    },
  ],
  bench: [
    {
      args: () => [...SUITE_PARTS.flatMap((part) => ['--only', part]), '--rounds', '1'],
      check({ read }, printed) {
        const [, path = ''] = /^\d+ of \d+ goals reached\. Samples: (.+)$/m.exec(printed) ?? [];
        const { suites }: { suites: { rows: { samples: { measured: unknown[] } }[] }[] } = JSON.parse(
          read(path),
        );
        expect(suites.map(({ rows }) => rows.length > 0)).toEqual(SUITE_PARTS.map(() => true));
        const samples = suites.flatMap(({ rows }) => rows.flatMap((row) => row.samples.measured));
        // JSON has null for what is no number.
        expect(samples.filter((sample) => typeof sample !== 'number')).toEqual([]);
      },
    },
  ],
  fuzz: [
    {
      args: () => ['--runs', '1', ...SEED],
      check: (_, printed) => expect(printed).toMatch(/^total: [1-9]\d* cases tried, 0 failed$/m),
    },
  ],
  chaos: [
    {
      args: () => ['--rounds', '1', '--kinds', 'worker-killed', ...SEED],
      check: (_, printed) => expect(printed).toMatch(/^1\. worker-killed \(/m),
    },
    {
      args: () => ['--page', 'several-sites', '--rounds', '1', '--kinds', 'page-reloaded', ...SEED],
      check: (_, printed) => expect(printed).toMatch(/^1\. page-reloaded \(/m),
    },
  ],
  'test:security': [
    {
      // With arguments it runs only the suites.
      args: () => ['--runs', '1', ...SEED],
      check: (_, printed) => expect(printed).toMatch(/^total: [1-9]\d* cases tried, 0 findings$/m),
    },
  ],
  'test:interop': { reason: 'It needs servers that run already.' },
  eval: [
    {
      args: () => ['--scripted', 'perfect', '--only', 'hide'],
      check({ has }, printed) {
        expect(printed).toContain('done with no rule broken: 100 %');
        expect(has('eval-results')).toBe(true);
      },
    },
  ],
  'eval:small': { reason: 'Its model takes minutes; docs/models.md has the results of its last run.' },
  coverage: [
    {
      args: () => ['tests/core/hash.test.ts', '--coverage.include=src/core/hash.ts'],
      check: ({ read }) =>
        expect(JSON.parse(read('coverage/coverage-summary.json')).total.lines.covered).toBeGreaterThan(0),
    },
  ],
  mutation: [
    {
      args: (place) => ['--room', 'policy', '--mutate', rangeOf(place, MUTATED, 'token ?? null')],
      check({ has }, printed) {
        expect(printed).toContain('Instrumented 1 source file(s) with 1 mutant(s)');
        expect(printed).toContain('Final mutation score of 100.00');
        expect(has('mutation-report/policy.html')).toBe(true);
      },
    },
  ],
  'test:e2e': { stage: 'end-to-end tests' },
};

const MUTATED = 'src/core/policy/delegated-tokens.ts';

/** Resolves once the condition is true. The limit of the test's time ends the wait. */
async function reached(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(POLLING_MS);
}

/** The place of a text in a file, as Stryker's `--mutate` takes it. */
function rangeOf({ read }: Workplace, path: string, text: string): string {
  const before = read(path).split(text)[0]?.split('\n') ?? []; // A text always has a first part.
  const column = before.at(-1)?.length ?? 0;
  return `${path}:${before.length}:${column}-${before.length}:${column + text.length}`;
}

function picturesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.png'));
}
