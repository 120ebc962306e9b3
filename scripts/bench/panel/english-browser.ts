import { type ChromeMessages, getMessageFrom } from '@/tests/chrome-messages';

/** Inserted into the bundle: the messages of the English catalogue. */
declare const ENGLISH_MESSAGES: ChromeMessages;

// A page that isn't the extension's has no texts. The i18n package looks for the browser when it is imported.
Object.assign(globalThis, { chrome: { i18n: { getMessage: getMessageFrom(ENGLISH_MESSAGES) } } });
