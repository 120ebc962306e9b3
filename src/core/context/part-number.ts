/** Key of the section of a page that is the `number`-th of its name, from 1 on. */
export function numberedKey(name: string, number: number): string {
  return number === 1 ? name : `${name}~${number}`;
}

/** The key or glob without numbers of sections, which change with each section that the page adds or removes. */
export function withoutNumbers(key: string): string {
  return key.replace(/~\d+/g, '');
}
