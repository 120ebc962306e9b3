/// <reference types="chrome" />
import { expect, type Page } from '@playwright/test';
import { LANGUAGES } from '#texts';
import { compileTexts } from '@/scripts/texts/build-texts';
import { PSEUDO_LANGUAGES, pseudoMessages } from '@/scripts/texts/pseudo';
import { readTexts, SOURCE } from '@/scripts/texts/read-texts';
import type { Messages } from '@/src/core/text/message';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { type Words, wordsOf } from '@/tests/drive/words';

/** The languages that {@link showLanguage} can show. */
export const SHOWN_LANGUAGES: readonly string[] = [...LANGUAGES, ...PSEUDO_LANGUAGES];

/** Shows a page of the extension in a language. Resolves with its words once the page has them. */
export async function showLanguage(page: Page, language: string): Promise<Words> {
  const pseudo = PSEUDO_LANGUAGES.find((each) => each === language);
  const { messages } = compileTexts(readTexts('.', pseudo === undefined ? language : SOURCE));
  if (pseudo === undefined) {
    await chooseLanguage(page, language);
    return wordsOf(messages, language);
  }
  const shown = pseudoMessages(messages, pseudo);
  await page.addInitScript(replaceEnglish, { shown, isRtl: pseudo === 'pseudo-rtl' });
  await page.reload();
  return wordsOf(shown, SOURCE);
}

/** Replaces the English texts, because the extension has no file for a pseudo-language. Runs in the page, before its scripts. */
function replaceEnglish({ shown, isRtl }: { shown: Messages; isRtl: boolean }): void {
  const { fetch } = window;
  window.fetch = async (input, init) =>
    input === '/texts/en.json' ? Response.json(shown) : fetch(input, init);
  document.addEventListener('readystatechange', () => {
    if (isRtl) document.dir = 'rtl';
  });
}

/** Stores the choice of a language, and reloads the page of the extension. Resolves once the page is in that language. */
async function chooseLanguage(page: Page, language: string): Promise<void> {
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
