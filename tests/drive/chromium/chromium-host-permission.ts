/// <reference types="chrome" />
import type { BrowserContext } from 'playwright';

/** The part of the private API of `chrome://extensions` that is used; no package has types for it. */
interface DeveloperPrivate {
  addHostPermission(extensionId: string, pattern: string): Promise<void>;
  removeHostPermission(extensionId: string, pattern: string): Promise<void>;
}

/** Implements `InstalledExtension.setHostPermission`. */
export async function setHostPermission(
  context: BrowserContext,
  extensionId: string,
  permission: { pattern: string; isGiven: boolean },
): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto('chrome://extensions');
    await page.evaluate(
      ({ id, pattern, isGiven }) => {
        const { developerPrivate } = chrome as typeof chrome & { developerPrivate: DeveloperPrivate };
        return isGiven
          ? developerPrivate.addHostPermission(id, pattern)
          : developerPrivate.removeHostPermission(id, pattern);
      },
      { id: extensionId, ...permission },
    );
  } finally {
    await page.close();
  }
}
