import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

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
