import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scripts } from '@/package.json';
import { type CommandEntry, rowsOf } from '../commands/command-row';
import { COMMANDS } from '../commands/commands';

const entries: [script: string, entry: CommandEntry][] = Object.entries(COMMANDS);

it('each script of package.json is in the table of commands that npm test runs, and no other', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(scripts).sort());
});

it('a script that the table leaves to a stage is run by that stage of npm test', () => {
  const stages = readFileSync('scripts/test.mjs', 'utf8');
  const wrong = entries.filter(
    ([script, entry]) =>
      'stage' in entry && !stages.includes(`{ name: '${entry.stage}', run: script('${script}') }`),
  );
  expect(wrong).toEqual([]);
});

it('a script without a stage has a row, or a sentence with the reason', () => {
  const without = entries.filter(([, entry]) =>
    'reason' in entry
      ? !/^[A-Z].{10,}\.$/.test(entry.reason)
      : !('stage' in entry) && rowsOf(entry).length === 0,
  );
  expect(without).toEqual([]);
});
