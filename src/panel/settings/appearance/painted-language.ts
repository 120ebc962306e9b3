import { browser } from 'wxt/browser';
import type { Wording } from '@/src/core/text/wording';
import type { Language } from '@/src/schema/values/extension-settings';
import { say } from '@/src/schema/values/said';
import { FIRST_TEXTS } from '@/src/texts/first-texts';
import { directionOf, languageOf } from '@/src/texts/languages';
import { plainText } from '@/src/texts/plain-text';
import { withLocalCopies } from './painted-theme';

/**
 * Key in localStorage of a copy of the chosen language and its texts for the static document. Without a copy, the document is shown in the
 * browser's language, whose texts are available through `browser.i18n`.
 */
const COPY = 'painted-language';

type FirstTexts = Readonly<Record<keyof typeof FIRST_TEXTS, string>>;

/**
 * Shows the static document in the language of the panel's last paint. Called before the first paint, while the document may still be
 * parsed. The panel later reads the language from the document's `lang`.
 */
export function paintWordsAsBefore(document: Document): void {
  const copy = readCopy();
  const root = document.documentElement;
  root.lang = copy === null ? systemLanguage() : copy.language;
  root.dir = directionOf(root.lang);
  const texts = copy === null ? browserTexts() : copy.texts;
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => paint(document, texts), { once: true });
  else paint(document, texts);
}

/** Stores language and texts for the next start of a document; null for the browser's language. */
export function keepLanguage(wording: Wording | null): void {
  withLocalCopies((copies) => {
    if (wording === null) copies.removeItem(COPY);
    else {
      const { language } = wording;
      const texts = Object.entries(FIRST_TEXTS).map(([name, key]) => [name, wording.text(say(key))]);
      copies.setItem(COPY, JSON.stringify({ language, texts: Object.fromEntries(texts) }));
    }
  });
}

/** The language for the next start of a document; null for the browser's. */
export function keptLanguage(): Language | null {
  return readCopy()?.language ?? null;
}

/** The browser's language, or English if Steward has no texts in that language. */
export function systemLanguage(): Language {
  return languageOf('system', browser.i18n.getUILanguage());
}

function readCopy(): { language: Language; texts: FirstTexts } | null {
  let stored: string | null = null;
  withLocalCopies((copies) => {
    stored = copies.getItem(COPY);
  });
  if (stored === null) return null;
  try {
    const { language, texts } = JSON.parse(stored);
    const isWhole = [language, ...Object.keys(FIRST_TEXTS).map((name) => texts[name])].every(
      (text) => typeof text === 'string',
    );
    return isWhole ? { language: languageOf(language, language), texts } : null;
  } catch {
    // An unreadable copy is from another version. The panel stores a new one.
    return null;
  }
}

function browserTexts(): FirstTexts {
  return Object.fromEntries(
    Object.entries(FIRST_TEXTS).map(([name, key]) => [name, plainText(key)]),
  ) as FirstTexts;
}

function paint(document: Document, texts: FirstTexts): void {
  for (const [name, text] of Object.entries(texts)) {
    for (const element of document.querySelectorAll(`[data-text="${name}"]`)) element.textContent = text;
    for (const element of document.querySelectorAll(`[data-label="${name}"]`))
      element.setAttribute('aria-label', text);
    for (const element of document.querySelectorAll(`[data-placeholder="${name}"]`))
      element.setAttribute('placeholder', text);
  }
}
