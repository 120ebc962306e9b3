/** Key of the section of a page that is the `number`-th of its name, from 1 on. */
export function numberedKey(name: string, number: number): string {
  return number === 1 ? name : `${name}~${number}`;
}

/** The form in which names are compared: one for each way to write a character, without case and invisible characters. */
export function normalForm(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

/**
 * The key or glob as they are compared, without the numbers of its section: those of headings are often counters, the others change
 * with each section that the page adds or removes. Names are cut to 60 letters, so that keys are short.
 */
export function comparable(key: string): string {
  return normalForm(key).replace(/^[^/]+/, (section) =>
    section
      .replace(/[-~]*\p{N}+/gu, '')
      .replace(/^-/, '')
      .replace(/([\p{L}\p{M}-]{60})[\p{L}\p{M}-]+/gu, '$1'),
  );
}
