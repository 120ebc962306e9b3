import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import type { ChromeMessages } from './chrome-messages';

/** The messages of `locales/en.yml`, by their keys in the browser. Read from the repository's root. */
export async function readEnglishMessages(): Promise<ChromeMessages> {
  return generateChromeMessages(await parseMessagesFile('locales/en.yml'));
}
