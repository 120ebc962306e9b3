// `npm run playground -- ARGS`: builds the filter page if it is missing, then runs the playground with ARGS
// until it exits or is stopped.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = fileURLToPath(new URL('../playground/dist/index.html', import.meta.url));
const SERVER = fileURLToPath(new URL('../playground/server/main.ts', import.meta.url));
const VITE = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

if (!existsSync(fileURLToPath(new URL('../node_modules', import.meta.url)))) {
  console.error('The packages are not installed. Run `npm ci`, then try again.');
  process.exit(1);
}

if (!existsSync(PAGE)) {
  // Standard output belongs to the playground: programs read its address from the first line.
  const stdio = ['ignore', process.stderr, 'inherit'];
  const code = await run([VITE, 'build', '--config', 'playground/page/vite.config.ts'], { cwd: ROOT, stdio });
  if (code !== 0) {
    console.error('The filter page could not be built; see the output of vite above.');
    process.exit(code);
  }
}
// Without the `--`, Node 20 would interpret the playground's own --env-file.
const command = ['--import', import.meta.resolve('tsx'), '--', SERVER, ...process.argv.slice(2)];
process.exitCode = await run(command, { stdio: 'inherit' });

/**
 * Runs Node with these arguments and forwards signals. Resolves with the exit code that a shell would report.
 */
function run(args, options) {
  const child = spawn(process.execPath, args, options);
  const passOn = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, passOn);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
