/** Key of the section of a page that is the `number`-th of its name, from 1 on. */
export function numberedKey(name: string, number: number): string {
  return number === 1 ? name : `${name}~${number}`;
}

/**
 * The key or glob without the numbers of its section: those of headings are often counters, the others change with each section
 * that the page adds or removes.
 */
export function withoutNumbers(key: string): string {
  return key.replace(/^[^/]+/, (section) => section.replace(/[-~]*\d+/g, '').replace(/^-/, ''));
}
