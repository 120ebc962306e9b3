import { generateChromeMessages, parseMessagesFile } from '@wxt-dev/i18n/build';
import { vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

/** The messages of `locales/en.yml`, by their keys in the browser. Read once for all files of a worker. */
const shared: { englishTexts?: Record<string, { message: string }> } = globalThis as object;
shared.englishTexts ??= generateChromeMessages(await parseMessagesFile('locales/en.yml'));
const texts = shared.englishTexts;

// The fake browser has no texts. As in https://developer.chrome.com/docs/extensions/reference/api/i18n: a key of no
// message has an empty text, `$1` to `$9` are the substitutions, and `$$` is a dollar sign.
fakeBrowser.i18n.getMessage = (key, substitutions) =>
  (texts[key]?.message ?? '').replace(/\$(\$|[1-9])/g, (_, sign: string) =>
    sign === '$' ? '$' : ([substitutions].flat()[Number(sign) - 1] ?? ''),
  );

// The package looks for the browser once for all files of a worker: before a test takes it away.
vi.stubGlobal('chrome', fakeBrowser);
await import('@wxt-dev/i18n');
