import { LANGUAGES } from '#texts';
import type { Language } from '@/src/schema/values/extension-settings';

/** The locale of a tag; null for one that isn't well formed, such as `en-US@posix`, which Chromium reports on Linux under `LANG=C`. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    // Callers leave out a tag that isn't well formed.
    return null;
  }
}

/** Language and script of a tag, such as `zh-Hant` for `zh-HK`. */
function writingOf(tag: string): string | null {
  const locale = localeOf(tag)?.maximize();
  return locale === undefined ? null : `${locale.language}-${locale.script}`;
}

/**
 * Chooses the language of the texts.
 *
 * @param chosen the setting: a tag, or `system`
 * @param browserTag tag of the browser's own language
 */
export function languageOf(chosen: string, browserTag: string): Language {
  const tag = chosen === 'system' ? browserTag : chosen;
  return (
    LANGUAGES.find((each) => each === tag) ??
    LANGUAGES.find((each) => writingOf(each) === writingOf(tag)) ??
    // Languages without texts fall back to English.
    'en'
  );
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
}

/** Tags for the format of numbers, dates and lists in a language: first the user's regional variants of it, if the browser states any. */
export function localesOf(language: string, browserTags: readonly string[]): string[] {
  const writing = writingOf(language);
  const regional = browserTags
    .filter((tag) => writingOf(tag) === writing)
    .flatMap((tag) => localeOf(tag) ?? []);
  return [...regional.map(({ baseName }) => baseName), language];
}
