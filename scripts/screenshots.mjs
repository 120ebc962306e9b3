import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runPlaywright } from './load-with-builds.mjs';
import { parseCommandLine } from './parse-command-line.mjs';
import { runMain } from './run-main.mjs';
import { ROOT } from './set-up.mjs';

const HELP = `Usage: npm run screenshots -- [--language TAG]...

Writes screenshots of every state of the panel to artifacts/screenshots/TAG/, in English without a language.`;

/** `npm run screenshots`. */
await runMain(async () => {
  const config = { options: { language: { type: 'string', multiple: true } } };
  const given = parseCommandLine(process.argv.slice(2), HELP, config);
  if (given === null) return 0;
  for (const language of given.values.language ?? ['en']) {
    rmSync(join(ROOT, 'artifacts/screenshots', language), { recursive: true, force: true });
    const exitCode = await runPlaywright(['--config', 'playwright.screenshots.config.ts'], {
      SCREENSHOT_LANGUAGE: language,
    });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
});
