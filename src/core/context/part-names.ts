/** Key of a page's section by its name and its number among the sections with this name, counted from 1. */
export function numberedKey(name: string, number: number): string {
  return number === 1 ? name : `${name}~${number}`;
}

/** Normalizes a name for comparison: NFKC, lower case, no invisible characters. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * Normalizes a key or glob for comparison and removes the numbers of its section. Numbers in a heading are often
 * counters, and the number of {@link numberedKey} changes whenever the page adds or removes a section of this name.
 * Words are cut to 60 letters, so that keys are short.
 */
export function comparable(key: string): string {
  return normalForm(key).replace(/^[^/]+/, (section) =>
    section
      .replace(/[-~]*\p{N}+/gu, '')
      .replace(/^-/, '')
      .replace(/([\p{L}\p{M}-]{60})[\p{L}\p{M}-]+/gu, '$1'),
  );
}
