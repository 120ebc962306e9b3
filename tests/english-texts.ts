import { fakeBrowser } from 'wxt/testing/fake-browser';
import '@/src/core/text/english';
import type { Messages } from '@/src/core/text/message';
import { createWording } from '@/src/core/text/wording';
import { showTexts } from '@/src/texts/i18n';
import { readEnglishMessages } from './english-messages';

/** Read once for all files of a worker. */
const shared: { englishTexts?: Messages } = globalThis as object;
shared.englishTexts ??= readEnglishMessages();
showTexts(createWording(shared.englishTexts, 'en', ['en-US']));

// The fake browser has neither a language nor texts.
fakeBrowser.i18n.getUILanguage = () => 'en';
fakeBrowser.i18n.getMessage = (name) => {
  const message = shared.englishTexts?.[String(name).replaceAll('_', '.')];
  return typeof message === 'string' ? message : '';
};
