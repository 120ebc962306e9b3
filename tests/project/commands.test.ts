import { expect, it } from 'vitest';
import { scripts } from '@/package.json';
import { STAGES } from '@/scripts/test-stages.mjs';
import { type CommandEntry, rowsOf } from '../commands/command-row';
import { COMMANDS } from '../commands/commands';

const entries: [script: string, entry: CommandEntry][] = Object.entries(COMMANDS);

it('each script of package.json is in the table of commands that npm test runs, and no other', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(scripts).sort());
});

it('a script that the table leaves to a stage is run by that stage of npm test', () => {
  const left = entries.flatMap(([script, entry]) =>
    'stage' in entry ? [{ name: entry.stage, script }] : [],
  );
  const run = STAGES.flatMap(({ name, script }) => (script === null ? [] : [{ name, script }]));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
  expect(left.sort(byName)).toEqual(run.sort(byName));
});

it('a script without a stage has a row, or a sentence with the reason', () => {
  const without = entries.filter(([, entry]) =>
    'reason' in entry
      ? !/^[A-Z].{10,}\.$/.test(entry.reason)
      : !('stage' in entry) && rowsOf(entry).length === 0,
  );
  expect(without).toEqual([]);
});
