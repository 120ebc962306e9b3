import { expect } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { english } from '@/src/core/text/english';
import type { Messages } from '@/src/core/text/message';
import { createWording } from '@/src/core/text/wording';
import { isSaidText } from '@/src/schema/values/said';
import { showTexts } from '@/src/texts/i18n';
import { readEnglishMessages } from './english-messages';

/** Read once for all files of a worker. */
const shared: { englishTexts?: Messages } = globalThis as object;
if (shared.englishTexts === undefined) {
  shared.englishTexts = answeringTexts(readEnglishMessages());
  // In an expected object, a text of the catalogue can be written in English.
  expect.addEqualityTesters([
    (one, other) =>
      isSaidText(one) && typeof other === 'string'
        ? english(one) === other
        : isSaidText(other) && typeof one === 'string'
          ? one === english(other)
          : undefined,
  ]);
}
showTexts(createWording(shared.englishTexts, 'en', ['en-US']));

// Node.js of this version has none.
globalThis.navigator ??= { languages: ['en-US'] } as unknown as Navigator;

// The fake browser has neither a language nor texts.
fakeBrowser.i18n.getUILanguage = () => 'en';
fakeBrowser.i18n.getMessage = (name) => {
  const message = shared.englishTexts?.[String(name).replaceAll('_', '.')];
  return typeof message === 'string' ? message : '';
};

/** Answers requests of the extension's own file of texts. Returns the texts. */
function answeringTexts(texts: Messages): Messages {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) =>
    input === '/texts/en.json' ? Response.json(texts) : fetch(input, init);
  return texts;
}
