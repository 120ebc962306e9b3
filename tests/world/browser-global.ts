import { getMessageFrom } from '../chrome-messages';
import { readEnglishMessages } from '../english-messages';

// `wxt/browser` reads the browser from here when it is loaded, so this module is imported before any that
// needs it. A browser that the test runner has installed is kept.
if (!('chrome' in globalThis)) {
  const i18n = { getMessage: getMessageFrom(await readEnglishMessages()) };
  Object.assign(globalThis, { chrome: { i18n } });
}
