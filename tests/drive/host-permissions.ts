/// <reference types="chrome" />
import type { StewardBrowser } from './launch-browser';

/** The part of the private API of `chrome://extensions` that is used; no package has types for it. */
interface DeveloperPrivate {
  addHostPermission(extensionId: string, pattern: string): Promise<void>;
  removeHostPermission(extensionId: string, pattern: string): Promise<void>;
}

/**
 * Grants or revokes the extension's permission for a host, as the user can on the browser's extensions page.
 * A headless browser shows no prompt; a request for a permission that was granted here succeeds without one.
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
