/// <reference types="chrome" />
import type { StewardBrowser } from './launch-browser';

/** The part of the API of `chrome://extensions` that is used; it is none of an extension's, so no package types it. */
interface DeveloperPrivate {
  addHostPermission(extensionId: string, pattern: string): Promise<void>;
  removeHostPermission(extensionId: string, pattern: string): Promise<void>;
}

/**
 * Gives the extension lasting access to a host, or takes it away, as the user can on the browser's own page of
 * extensions. A headless browser shows no prompt; a request for what was given here is granted without one.
 */
export async function setHostPermission(
  { context, extensionId }: StewardBrowser,
  pattern: string,
  isGiven: boolean,
): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto('chrome://extensions');
    await page.evaluate(
      ({ id, host, isAdded }) => {
        const { developerPrivate } = chrome as typeof chrome & { developerPrivate: DeveloperPrivate };
        return isAdded
          ? developerPrivate.addHostPermission(id, host)
          : developerPrivate.removeHostPermission(id, host);
      },
      { id: extensionId, host: pattern, isAdded: isGiven },
    );
  } finally {
    await page.close();
  }
}
