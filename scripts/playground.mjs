// `npm run playground -- ARGS`: builds the filter page if it is missing, then runs the playground with ARGS
// until it exits or is stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';
import { UserError } from './user-error.mjs';

await runMain(async () => {
  if (!existsSync(join(ROOT, 'node_modules'))) {
    throw new UserError('The packages are not installed. Run `npm ci`, then try again.');
  }
  if (!existsSync(join(ROOT, 'playground/dist/index.html'))) {
    const args = ['vite', 'build', '--logLevel', 'warn', '--config', 'playground/page/vite.config.ts'];
    // Standard output belongs to the playground: other programs read its URL from the first line.
    if ((await runCommand('npx', args, { cwd: ROOT, stdout: process.stderr })) !== 0) {
      throw new UserError('The filter page could not be built; see the output of vite above.');
    }
  }
  const server = join(ROOT, 'playground/server/main.ts');
  // Without the `--`, Node 20 would interpret the playground's `--env-file`.
  const args = ['--import', import.meta.resolve('tsx'), '--', server, ...process.argv.slice(2)];
  return runCommand(process.execPath, args);
});
