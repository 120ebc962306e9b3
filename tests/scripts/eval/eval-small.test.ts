import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '@/scripts/set-up.mjs';
import { temporaryFolder } from '../../temporary-folder';

/** Runs the command where Python is this shell script; null for a machine without Python. */
async function evalSmall(python: string | null, ...args: string[]) {
  const folder = await temporaryFolder();
  const programs = join(folder, 'programs');
  const temporary = join(folder, 'temporary');
  await Promise.all([mkdir(programs), mkdir(temporary)]);
  if (python !== null) await writeFile(join(programs, 'python3'), `#!/bin/sh\n${python}\n`, { mode: 0o755 });
  const usual = python === null ? [] : [dirname(process.execPath), process.env.PATH ?? ''];
  // Returns only when no process that could write to the output is left, so the server as well has ended.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts/eval-small.mjs'), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: [programs, ...usual].join(delimiter), TMPDIR: temporary },
    },
  );
  return { status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('npm run eval:small', () => {
  it.each([
    ['there is no Python', null, [], 'No Python was found. Install Python 3.10 or newer with pip.'],
    ['pip fails', 'exit 1', [], 'pip failed; see its output above. Python 3.10 or newer with pip is needed.'],
    ['the server ends at its start', 'exit 0', [], 'llama.cpp’s server didn’t start; see its output above.'],
    ['there are no threads', 'exit 0', ['--threads', '0'], '--threads needs a number from 1.'],
  ])('says so and fails where %s', async (_, python, args, words) => {
    const { status, stderr } = await evalSmall(python, ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  it('succeeds if each run ends, whatever the model answers, and then stops the server', async () => {
    const unreachable = 'if [ "$1" != -m ]; then echo http://127.0.0.1:9/v1; cat; fi';
    const { status, stdout } = await evalSmall(unreachable, '--only', 'count-hidden');
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('✗ count-hidden 0/1  The run ended as “error”.'),
    ]);
  }, 60_000);
});
