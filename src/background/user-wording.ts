import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import { EXTENSION_SETTINGS, readSetting } from '@/src/schema/values/extension-settings';
import { languageOf } from '@/src/texts/languages';
import { loadWording } from '@/src/texts/load-wording';

const { language: LANGUAGE } = EXTENSION_SETTINGS;

const loaded = new Map<string, Promise<Wording>>();

/** The words of the user's language. Rejects if the extension's files can't be read, as after an update. */
export async function userWording(): Promise<Wording> {
  const { [LANGUAGE.key]: stored } = await browser.storage.local.get(LANGUAGE.key);
  const language = languageOf(readSetting(LANGUAGE, stored), browser.i18n.getUILanguage());
  const wording = loaded.get(language) ?? loadWording(language);
  loaded.set(language, wording);
  // The next call tries again.
  wording.catch(() => loaded.delete(language));
  return wording;
}
