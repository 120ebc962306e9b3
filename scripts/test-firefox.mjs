import { ensureProgram } from './find-program.mjs';
import { runBuild, runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';

/**
 * `npm run test:firefox -- ARGS`: prepares this machine, builds, and runs all stories of tests/e2e in a real Firefox. Passes
 * ARGS to Playwright, for example `--grep @main`.
 */
await runMain(async () => {
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  await ensureProgram('firefox', ROOT);
  await runBuild('build:playground', { cwd: ROOT });
  const args = ['playwright', 'test', '--project=firefox', ...process.argv.slice(2)];
  return runCommand('npx', args, { cwd: ROOT });
});
