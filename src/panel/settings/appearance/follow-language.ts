import { browser } from 'wxt/browser';
import { EXTENSION_SETTINGS, type Language, readSetting } from '@/src/schema/values/extension-settings';
import { currentWording } from '@/src/texts/i18n';
import { loadWording } from '@/src/texts/load-wording';
import { keepLanguage, keptLanguage, systemLanguage } from './painted-language';

const { language: LANGUAGE } = EXTENSION_SETTINGS;

/**
 * Reloads the document if it isn't in the chosen language, as in a browser profile that has no copy of that language's texts yet. Rejects
 * if the texts can't be read.
 */
export async function followLanguage(): Promise<void> {
  const { [LANGUAGE.key]: stored } = await browser.storage.local.get(LANGUAGE.key);
  await keepChosen(readSetting(LANGUAGE, stored));
  // Compares with the copy, not with the setting: a browser that blocks localStorage keeps no copy and would reload the document forever.
  if ((keptLanguage() ?? systemLanguage()) !== document.documentElement.lang) location.reload();
}

/** Stores the chosen language for the next start of a document. Rejects if the language's texts can't be read. */
export async function keepChosen(chosen: 'system' | Language): Promise<void> {
  const shown = currentWording();
  const isShown = chosen === shown.language;
  keepLanguage(chosen === 'system' ? null : isShown ? shown : await loadWording(chosen));
}
