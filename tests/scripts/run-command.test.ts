import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';

const onPosix = it.skipIf(process.platform === 'win32');

/** Runs `command` by runCommand in a separate process, whose exit code is the command's. */
function runInProcess(command: string, args: string[]) {
  const program = `
    import { runCommand } from './scripts/run-command.mjs';
    import { runMain } from './scripts/run-main.mjs';
    await runMain(() => runCommand(process.argv[1], process.argv.slice(2), { cwd: '.' }));
  `;
  return spawn(process.execPath, ['--input-type=module', '--eval', program, command, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

describe('running a command', () => {
  it('returns its exit code', async () => {
    const [code] = await once(runInProcess(process.execPath, ['--eval', 'process.exitCode = 7']), 'exit');
    expect(code).toBe(7);
  });

  onPosix.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends all that the command started on %s', async (signal, exitCode) => {
    const grandchild = `
      require('node:child_process').spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'ignore'] });
      console.log('started');
      setTimeout(() => {}, 60_000);
    `;
    const runner = runInProcess(process.execPath, ['--eval', grandchild]);
    // Emitted only when no process that could write to the output is left, neither child nor grandchild.
    const closed = once(runner, 'close');
    await once(runner.stdout, 'data');
    runner.kill(signal);
    expect(await closed).toEqual([exitCode, null]);
  });
});

describe('running a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-build-test-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  onPosix('prints its output only if it fails', async () => {
    const scripts = { good: 'echo a listing', bad: 'echo a reason >&2; exit 3' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
    const program = `
      import { runBuild } from './scripts/run-command.mjs';
      for (const name of ['good', 'bad']) {
        await runBuild(name, { cwd: process.argv[1] }).catch(({ message }) => console.log(message));
      }
    `;
    const { stdout } = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(stdout)).toBe(
      'Running good …\nRunning bad …\na reason\nThe build failed; see its output above.\n',
    );
  });
});
