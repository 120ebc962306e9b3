import { expect } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { english } from '@/src/core/text/english';
import { createWording } from '@/src/core/text/wording';
import { isSaidText } from '@/src/schema/values/said';
import { showTexts } from '@/src/texts/i18n';
import { englishTexts } from './own-texts';

/** Added once for all files of a worker. */
const shared: { comparesTexts?: true } = globalThis as object;
if (shared.comparesTexts === undefined) {
  shared.comparesTexts = true;
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
showTexts(createWording(englishTexts, 'en', ['en-US']));

// The fake browser has neither a language nor texts.
fakeBrowser.i18n.getUILanguage = () => 'en';
fakeBrowser.i18n.getMessage = (name) => {
  const message = englishTexts[String(name).replaceAll('_', '.')];
  return typeof message === 'string' ? message : '';
};
