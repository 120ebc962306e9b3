import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { findOnlyIn } from '../e2e/only-in';

const DOCUMENT = 'docs/browsers.md';
const HEAD = '| file | story | runs | why |\n| --- | --- | --- | --- |\n';

/** A suite of Playwright's report: a file, or a group in one. */
interface Suite {
  specs: readonly Story[];
  suites?: readonly Suite[];
}

interface Story {
  title: string;
  file: string;
  tests: readonly { annotations: readonly { type: string; description?: string }[] }[];
}

const FILES = readdirSync('tests/e2e').filter((name) => name.endsWith('.ts'));
const textOf = (name: string) => readFileSync(`tests/e2e/${name}`, 'utf8');

/** Lists the stories of the files that say of a story where it runs. */
async function listStories(): Promise<Story[]> {
  // Loading all files takes ten seconds.
  const files = FILES.filter((name) => name.endsWith('.spec.ts') && textOf(name).includes('onlyIn('));
  const args = ['playwright', 'test', '--list', '--reporter=json', '--project=chromium', ...files];
  const { stdout } = await promisify(execFile)('npx', args, { maxBuffer: 100_000_000 });
  const storiesOf = ({ specs, suites = [] }: Suite): Story[] => [...specs, ...suites.flatMap(storiesOf)];
  return (JSON.parse(stdout) as { suites: Suite[] }).suites.flatMap(storiesOf);
}

/** The table's row of a story that runs in one browser; null for one that runs in both. */
function rowOf({ title, file, tests }: Story): string | null {
  const only = findOnlyIn(tests[0]?.annotations ?? []);
  return only === undefined ? null : `| \`${file}\` | ${title} | ${only.type} | ${only.description} |`;
}

/**
 * Files that may read the browser's name or skip a test. They expect other texts in each browser, pass the browser's name to a program that they
 * start, or skip what doesn't apply and state the reason.
 */
const WITH_PRODUCT = [
  'adapter-conformance.spec.ts',
  'chaos.spec.ts',
  'conformance-fixtures.ts',
  'demo.spec.ts',
  'local-network.spec.ts',
  'managed-browser.ts',
  'managed-policy.spec.ts',
  'new-chat.spec.ts',
  'product-test.ts',
  'real-input.spec.ts',
];

it('no other story asks for the browser’s name, or is skipped', () => {
  const asking = FILES.filter((name) => /product\.name|productName|\.(skip|fixme)\(/.test(textOf(name)));
  expect(asking).toEqual(WITH_PRODUCT);
});

// To write the present table into the document, run: npx vitest run tests/project/browser-stories.test.ts -u
it('docs/browsers.md has the table of the stories that run in one browser, with the reasons that they give', async () => {
  const [before = '', table = ''] = readFileSync(DOCUMENT, 'utf8').split(HEAD);
  const rows = (await listStories()).map(rowOf).filter((row) => row !== null);
  const text = `${before}${HEAD}${rows.sort().join('\n')}${table.slice(table.indexOf('\n\n'))}`;
  await expect(text).toMatchFileSnapshot(`../../${DOCUMENT}`);
}, 120_000);
