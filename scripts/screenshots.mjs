import { rmSync } from 'node:fs';
import { runMain } from './run-main.mjs';
import { ROOT, runPlaywright } from './set-up.mjs';

/**
 * `npm run screenshots -- ARGS`: writes screenshots of every state of the panel to artifacts/screenshots/. Passes ARGS to Playwright; its
 * projects are the languages, for example `--project=ja`. English without a project.
 */
await runMain(async () => {
  process.chdir(ROOT);
  rmSync('artifacts/screenshots', { recursive: true, force: true });
  const args = process.argv.slice(2);
  const english = args.some((arg) => arg.startsWith('--project')) ? [] : ['--project=en'];
  return runPlaywright(['--config', 'playwright.screenshots.config.ts', ...english, ...args]);
});
