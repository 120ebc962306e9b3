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
  const exact = LANGUAGES.find((each) => each === script);
  // A language without texts is shown in English.
  return exact ?? LANGUAGES.find((each) => each.split('-')[0] === base) ?? 'en';
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
}

/** Tags for numbers, dates and lists in a language: the user's own region of it, if the browser knows one. */
export function localesOf(language: string, browserTags: readonly string[]): string[] {
  const isOf = (tag: string) =>
    tag.split('-')[0] === language.split('-')[0] && languageOf(tag, tag) === language;
  return [...browserTags.filter(isOf), language];
}
