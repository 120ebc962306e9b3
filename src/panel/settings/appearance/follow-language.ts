import { browser } from 'wxt/browser';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import { currentWording } from '@/src/texts/i18n';
import { languageOf } from '@/src/texts/languages';
import { loadWording } from '@/src/texts/load-wording';
import { keepLanguage, keptLanguage, systemLanguage } from './painted-language';

const { language: LANGUAGE } = EXTENSION_SETTINGS;

/**
 * Starts a document again that is in another language than the chosen one, which its browser profile has no copy of. Rejects if the
 * language's texts can't be read.
 */
export async function followLanguage(): Promise<void> {
  const { [LANGUAGE.key]: stored } = await browser.storage.local.get(LANGUAGE.key);
  await keepChosen(readSetting(LANGUAGE, stored));
  // Without a copy, a browser that blocks localStorage would start again for ever.
  if ((keptLanguage() ?? systemLanguage()) !== document.documentElement.lang) location.reload();
}

/** Stores the chosen language, or `system`, for the next start of a document. Rejects if the language's texts can't be read. */
export async function keepChosen(chosen: string): Promise<void> {
  const language = languageOf(chosen, systemLanguage());
  const isShown = language === document.documentElement.lang;
  keepLanguage(
    isShown ? currentWording() : await loadWording(language),
    chosen === 'system' ? null : language,
  );
}
