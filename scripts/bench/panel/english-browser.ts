import { type ChromeMessages, getMessageFrom } from '@/tests/chrome-messages';

/** The English messages, which the bundler inserts. */
declare const ENGLISH_MESSAGES: ChromeMessages;

// A page outside of the extension has no messages. Must run before the i18n package is imported, which looks for the
// browser then.
Object.assign(globalThis, { chrome: { i18n: { getMessage: getMessageFrom(ENGLISH_MESSAGES) } } });
