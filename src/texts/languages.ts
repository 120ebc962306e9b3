import { LANGUAGES } from '#texts';
import type { Language } from '@/src/schema/values/extension-settings';

/** Tags of Chinese with traditional characters, which no part of the tag of the catalogue's language says. */
const TRADITIONAL = /^zh\b.*-(hant|tw|hk|mo)\b/i;

/**
 * The language of the texts.
 *
 * @param chosen the setting: a tag, or `system`
 * @param browserTag tag of the browser's own language
 */
export function languageOf(chosen: string, browserTag: string): Language {
  const tag = chosen === 'system' ? browserTag.replace('_', '-') : chosen;
  const [base = ''] = tag.split('-');
  const script = base === 'zh' ? (TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN') : tag;
  return (
    LANGUAGES.find((each) => each === script) ?? LANGUAGES.find((each) => each.split('-')[0] === base) ?? 'en'
  );
}

/** Tags for numbers, dates and lists in a language: the user's own region of it, if the browser knows one. */
export function localesOf(language: string, browserTags: readonly string[]): string[] {
  return [...browserTags.filter((tag) => tag.split('-')[0] === language.split('-')[0]), language];
}
