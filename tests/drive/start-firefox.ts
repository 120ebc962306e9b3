import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findProgram } from '@/scripts/find-program.mjs';

/**
 * Starts the Firefox that set-up finds, without a screen and with a fresh profile. Everything that it writes is in `folder`.
 * Throws if there is none.
 */
export function startFirefox(
  folder: string,
  { args, prefs }: { args: string[]; prefs: Record<string, string | number> },
): Promise<Browser> {
  const executablePath = findProgram('firefox');
  if (executablePath === null) throw new Error('No Firefox was found; run: npm run test:firefox');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: join(folder, 'profile'),
    // Redirects what Firefox writes outside its profile (caches, reports) to the folder.
    env: { ...process.env, HOME: folder, TMPDIR: folder, MOZ_CRASHREPORTER_DISABLE: '1' },
    args,
    defaultViewport: null,
    extraPrefsFirefox: prefs,
  });
}
