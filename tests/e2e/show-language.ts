/// <reference types="chrome" />
import { expect, type Page } from '@playwright/test';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';

/** Stores the choice of a language, and reloads the page of the extension. Resolves once the page is in that language. */
export async function showLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([key, chosen]) => {
      const { storage } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      return storage.local.set({ [key]: chosen });
    },
    [EXTENSION_SETTINGS.language.key, language] as const,
  );
  // After this reload the document reads the choice, and reloads itself once more in that language.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
