import type { Page } from 'playwright';
import type { StewardBrowser } from './steward-browser';
import { waitUntil } from './wait-until';

/** The open tabs with the welcome page. */
export function welcomePages({ context, extensionUrl }: StewardBrowser): Page[] {
  return context.pages().filter((page) => page.url() === extensionUrl('welcome.html'));
}

/** The tab that the production build opens after its installation. Waits for it. */
export async function welcomePage(browser: StewardBrowser): Promise<Page> {
  await waitUntil(async () => welcomePages(browser).length > 0, 'The welcome page did not open.');
  return welcomePages(browser)[0] as Page;
}
