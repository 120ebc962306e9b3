import { currentWording, type OwnText } from './i18n';

/**
 * Returns a function for a format of `Intl` in the language of this document. The format is created at its first use, and again after a
 * change of the language.
 */
export function inLanguage<Format>(make: (locales: string[]) => Format): () => Format {
  let made: { locales: readonly string[]; format: Format } | null = null;
  return () => {
    const { locales } = currentWording();
    if (made?.locales !== locales) made = { locales, format: make([...locales]) };
    return made.format;
  };
}

const numbers = inLanguage((locales) => new Intl.NumberFormat(locales));

/** A number as the user's language writes it: `1,204`. */
export function formatNumber(amount: number): OwnText {
  return numbers().format(amount) as OwnText;
}
