import { expect, it, vi } from 'vitest';
import { directionOf, languageOf, localesOf } from '@/src/texts/languages';

vi.mock('#texts', () => ({ LANGUAGES: ['en', 'de', 'es', 'ja', 'pt-BR', 'zh-CN', 'zh-TW'] }));

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['de_CH', 'de'],
  ['en-GB', 'en'],
  ['es-419', 'es'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-Hans-CN', 'zh-CN'],
  ['zh-SG', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh_MO', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-HK', 'zh-TW'],
  ['zh_Hant_HK', 'zh-TW'],
  ['zh-Hans-HK', 'zh-CN'],
  ['DE', 'de'],
  ['de-DE@euro', 'en'],
  ['pl', 'en'],
  ['den', 'en'],
  ['', 'en'],
])('a browser in %s has texts in %s', (tag, language) => {
  expect(languageOf('system', tag)).toBe(language);
});

it.each([
  ['ja', 'ja'],
  ['zh-TW', 'zh-TW'],
  ['pl', 'en'],
])('the setting %s gives texts in %s, in any browser', (chosen, language) => {
  expect(languageOf(chosen, 'de-AT')).toBe(language);
});

it.each<[string, string[], string[]]>([
  ['de', ['de-AT', 'en-US', 'de'], ['de-AT', 'de', 'de']],
  ['de', ['fr-CH'], ['de']],
  ['en', [], ['en']],
  ['zh-TW', ['zh-HK', 'ja'], ['zh-HK', 'zh-TW']],
  ['pt-BR', ['pt-PT'], ['pt-PT', 'pt-BR']],
  // Chromium on Linux under LANG=C.
  ['en', ['en-US@posix', 'en_GB', '*', '', 'en'], ['en-GB', 'en', 'en']],
  ['de', ['de-u-nu-arab'], ['de', 'de']],
])('numbers beside texts in %s are those of %j: %j', (language, browserTags, locales) => {
  expect(localesOf(language, browserTags)).toEqual(locales);
  expect(Intl.getCanonicalLocales(locales)).not.toEqual([]);
});

it.each([
  ['ltr', 'de'],
  ['rtl', 'fa'],
  ['rtl', 'ar-EG'],
  ['ltr', 'fr'],
])('writes from the side %s: %s', (direction, language) => {
  expect(directionOf(language)).toBe(direction);
});
