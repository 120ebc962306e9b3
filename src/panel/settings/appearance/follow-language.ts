import { browser } from 'wxt/browser';
import { EXTENSION_SETTINGS, type Language, readSetting } from '@/src/schema/values/extension-settings';
import { currentWording } from '@/src/texts/i18n';
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

/** Stores the chosen language for the next start of a document. Rejects if the language's texts can't be read. */
export async function keepChosen(chosen: 'system' | Language): Promise<void> {
  const shown = currentWording();
  const isShown = chosen === shown.language;
  keepLanguage(chosen === 'system' ? null : isShown ? shown : await loadWording(chosen));
}
