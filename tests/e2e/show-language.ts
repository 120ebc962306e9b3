/// <reference types="chrome" />
import { expect, type Page } from '@playwright/test';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';

/** Shows a page of the extension in a language, as if it had been chosen in the settings before. */
export async function showLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([key, chosen]) => {
      const { storage } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      return storage.local.set({ [key]: chosen });
    },
    [EXTENSION_SETTINGS.language.key, language] as const,
  );
  // The first start finds the language, and starts the document again in it.
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
