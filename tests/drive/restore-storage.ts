import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright';
import { UserError } from '@/scripts/user-error.mjs';

/** Content of a file that `npx playwright open --save-storage` writes. */
interface StoredSession {
  cookies: Parameters<BrowserContext['addCookies']>[0];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

/** Gives a running browser the cookies and local storage in a file, as Playwright does only for a browser that it starts with them. */
export async function restoreStorage(context: BrowserContext, file: string): Promise<void> {
  const { cookies, origins } = storedSession(file);
  await context.addCookies(cookies);
  for (const { origin, localStorage } of origins) {
    const page = await context.newPage();
    // Nothing of the site has to run for it.
    await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(origin);
    await page.evaluate((items) => {
      for (const { name, value } of items) window.localStorage.setItem(name, value);
    }, localStorage);
    await page.close();
  }
}

/** Reads a file that `npx playwright open --save-storage` has written. Throws {@link UserError} for any other file. */
function storedSession(file: string): StoredSession {
  try {
    const session = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(session.cookies) && Array.isArray(session.origins)) return session;
  } catch {
    // Reported below.
  }
  throw new UserError(`${file} has no session: write it with npx playwright open --save-storage FILE URL.`);
}
