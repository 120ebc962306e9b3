import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type ChromeMessages, getMessageFrom } from './chrome-messages';

/** The messages of `locales/en.yml`, by their keys in the browser. Read once for all files of a worker. */
const shared: { englishTexts?: ChromeMessages } = globalThis as object;
shared.englishTexts ??= generateChromeMessages(await parseMessagesFile('locales/en.yml'));

// The fake browser has no texts.
fakeBrowser.i18n.getMessage = getMessageFrom(shared.englishTexts);

// The package looks for the browser when it is imported, once for all files of a worker; some of these remove it.
vi.stubGlobal('chrome', fakeBrowser);
await import('@wxt-dev/i18n');
