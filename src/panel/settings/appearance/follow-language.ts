import { browser } from 'wxt/browser';
import type { Language } from '@/src/schema/values/extension-settings';
import { keysOf, settingIn } from '@/src/schema/values/managed-policy';
import { currentWording } from '@/src/texts/i18n';
import { loadWording } from '@/src/texts/load-wording';
import { keepLanguage, keptLanguage, systemLanguage } from './painted-language';

/**
 * Reloads the document if it isn't in the chosen language, as in a browser profile that has no copy of that language's texts yet. Rejects
 * if the texts can't be read.
 */
export async function followLanguage(): Promise<void> {
  await keepChosen(settingIn('language', await browser.storage.local.get(keysOf('language'))));
  // Compares with the copy, not with the setting: a browser that blocks localStorage keeps no copy and would reload the document forever.
  if ((keptLanguage() ?? systemLanguage()) !== document.documentElement.lang) location.reload();
}

/** Stores the chosen language for the next start of a document. Rejects if the language's texts can't be read. */
export async function keepChosen(chosen: 'system' | Language): Promise<void> {
  const shown = currentWording();
  const isShown = chosen === shown.language;
  keepLanguage(chosen === 'system' ? null : isShown ? shown : await loadWording(chosen));
}
