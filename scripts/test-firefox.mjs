import { ensureProgram } from './find-program.mjs';
import { runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { checkNode, ensurePackages, ROOT } from './set-up.mjs';

/**
 * Builds what the stories load (the extension for Firefox with permission for loopback, and the filter page), then runs
 * the stories.
 */
const COMMANDS = [
  ['wxt', 'build', '--browser', 'firefox', '--mv3', '--mode', 'playground'],
  ['vite', 'build', '--config', 'playground/page/vite.config.ts'],
  ['vitest', 'run', '--config', 'tests/firefox/vitest.config.ts', '--reporter=verbose'],
];

/**
 * `npm run test:firefox -- ARGS`: prepares this machine, builds, and runs the stories of tests/firefox in a real
 * Firefox. Passes ARGS to Vitest, for example `-t @main`.
 */
await runMain(async () => {
  checkNode(process.versions.node);
  await ensurePackages();
  const env = { FIREFOX_PATH: await ensureProgram('firefox', ROOT) };
  for (const args of COMMANDS) {
    const given = args[0] === 'vitest' ? process.argv.slice(2) : [];
    const exitCode = await runCommand('npx', [...args, ...given], { cwd: ROOT, env });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
});
