import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import { keysOf, settingIn } from '@/src/schema/values/managed-policy';
import { languageOf } from '@/src/texts/languages';
import { loadWording } from '@/src/texts/load-wording';

const loaded = new Map<string, Promise<Wording>>();

/** The words of the user's language. Rejects if the extension's files can't be read, as after an update. */
export async function userWording(): Promise<Wording> {
  const chosen = settingIn('language', await browser.storage.local.get(keysOf('language')));
  const language = languageOf(chosen, browser.i18n.getUILanguage());
  const wording = loaded.get(language) ?? loadWording(language);
  loaded.set(language, wording);
  // The next call tries again.
  wording.catch(() => loaded.delete(language));
  return wording;
}
