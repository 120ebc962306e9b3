import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runPlaywright } from './load-with-builds.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

/** `npm run screenshots`: writes screenshots of every state of the panel to artifacts/screenshots/. */
await runMain(async () => {
  rmSync(join(ROOT, 'artifacts/screenshots'), { recursive: true, force: true });
  return runPlaywright(['--config', 'playwright.screenshots.config.ts', ...process.argv.slice(2)], {});
});
