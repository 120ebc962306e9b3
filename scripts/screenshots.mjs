import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBuild, runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { ROOT, setUp } from './set-up.mjs';

/** `npm run screenshots`: writes screenshots of every state of the panel to artifacts/screenshots/. */
await runMain(async () => {
  await setUp();
  await runBuild('build:playground', { cwd: ROOT });
  rmSync(join(ROOT, 'artifacts/screenshots'), { recursive: true, force: true });
  const args = ['playwright', 'test', '--config', 'playwright.screenshots.config.ts'];
  return runCommand('npx', [...args, ...process.argv.slice(2)], { cwd: ROOT });
});
