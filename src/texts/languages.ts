import { LANGUAGES } from '#texts';
import type { Language } from '@/src/schema/values/extension-settings';

/** The locale of a tag; null for one that isn't well formed, such as `en-US@posix`, which Chromium reports on Linux under `LANG=C`. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    // Not well formed: callers leave such a tag out.
    return null;
  }
}

/** Language and script, such as `zh-Hant` for `zh-HK`. */
function writingOf(tag: string): string | null {
  const locale = localeOf(tag)?.maximize();
  return locale === undefined ? null : `${locale.language}-${locale.script}`;
}

/**
 * The language of the texts.
 *
 * @param chosen the setting: a tag, or `system`
 * @param browserTag tag of the browser's own language
 */
export function languageOf(chosen: string, browserTag: string): Language {
  const tag = chosen === 'system' ? browserTag : chosen;
  return (
    LANGUAGES.find((each) => each === tag) ??
    LANGUAGES.find((each) => writingOf(each) === writingOf(tag)) ??
    // A language without texts is shown in English.
    'en'
  );
}

/** The direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
}

/** Tags for numbers, dates and lists in a language: the user's own region of it, if the browser knows one. */
export function localesOf(language: string, browserTags: readonly string[]): string[] {
  const writing = writingOf(language);
  const own = browserTags.filter((tag) => writingOf(tag) === writing).flatMap((tag) => localeOf(tag) ?? []);
  return [...own.map(({ baseName }) => baseName), language];
}
