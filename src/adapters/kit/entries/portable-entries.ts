/** Entries by name, as a part of a page's state, and the names of all things on the page, most of which may have no entry. */
interface NamedEntries<Entry> {
  entries: { readonly [name: string]: Entry };
  names: readonly string[];
}

/**
 * The entries of `now`, with those of `from` for every name that both pages have: a name without an entry there has none afterwards.
 * `left`: names with an entry in `from` that aren't on both.
 */
export function portableEntries<Entry>(
  from: NamedEntries<Entry>,
  now: NamedEntries<Entry>,
): { entries: { [name: string]: Entry }; left: string[] } {
  const known = new Set(now.names);
  const both = new Set(from.names.filter((name) => known.has(name)));
  const isTaken = ([name]: [string, Entry]) => both.has(name);
  return {
    entries: Object.fromEntries([
      ...Object.entries(now.entries).filter((entry) => !isTaken(entry)),
      ...Object.entries(from.entries).filter(isTaken),
    ]),
    left: Object.keys(from.entries).filter((name) => !both.has(name)),
  };
}
