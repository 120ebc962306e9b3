import { expect, it } from 'vitest';
import { commitHash } from '@/scripts/bench/against';
import { parseRounds } from '@/scripts/bench/rounds';
import { type BenchSuite, chosenSuites } from '@/scripts/bench/suites';
import { temporaryFolder } from '../../temporary-folder';

it.each([
  ['3', [1, 3, 3]],
  ['25%', [1, 1, 10]],
  ['100%', [1, 3, 40]],
])('--rounds %s limits 1, 3 and 40 rounds', (text, limited) => {
  expect([1, 3, 40].map(parseRounds(text))).toEqual(limited);
});

it.each(['0', '0%', '101%', '-1', '1.5', 'many', ''])('--rounds %j is refused', (text) => {
  expect(() => parseRounds(text)).toThrow(/^--rounds takes /);
});

const none = () => [];
const suites: BenchSuite[] = [
  { name: 'one', needs: 'nothing', parts: { a: none, b: none } },
  { name: 'two', needs: 'browser', parts: { a: none } },
];
const chosen = (only: string[] | undefined) =>
  chosenSuites(only, suites).map(({ name, parts }) => [name, ...Object.keys(parts)].join(' '));

it.each<[string[] | undefined, string[]]>([
  [undefined, ['one a b', 'two a']],
  [
    ['two', 'one'],
    ['one a b', 'two a'],
  ],
  [['one/b'], ['one b']],
  [['one/b', 'one'], ['one a b']],
  [
    ['two/a', 'one/a'],
    ['one a', 'two a'],
  ],
])('--only %j chooses suites and parts, in their order', (only, names) => {
  expect(chosen(only)).toEqual(names);
});

it.each(['three', 'one/c', 'a', 'one/'])(
  '--only %s, which no suite has, is refused with the names there are',
  (name) => {
    expect(() => chosen([name])).toThrow(`There is no suite ${name}. There is: `);
  },
);

it('a commit outside of a Git clone is refused', async () => {
  const folder = await temporaryFolder();
  expect(() => commitHash(folder, 'HEAD')).toThrow('this folder is none');
});

it.each(['no-such-commit', '--help'])('the commit %s, which the clone lacks, is refused', (name) => {
  expect(() => commitHash('.', name)).toThrow(`This clone has no commit ${name}.`);
});
