import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type ChromeMessages, getMessageFrom } from './chrome-messages';
import { readEnglishMessages } from './english-messages';

/** Read once for all files of a worker. */
const shared: { englishTexts?: ChromeMessages } = globalThis as object;
shared.englishTexts ??= await readEnglishMessages();

// The fake browser has no texts.
fakeBrowser.i18n.getMessage = getMessageFrom(shared.englishTexts);

// The package looks for the browser when it is imported, once for all files of a worker; some of these remove it.
vi.stubGlobal('chrome', fakeBrowser);
await import('@wxt-dev/i18n');
