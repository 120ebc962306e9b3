/** Entries by name, as a part of a page's state, and the names of all things on the page, most of which may have no entry. */
interface NamedEntries<Entry> {
  entries: { readonly [name: string]: Entry };
  names: readonly string[];
}

/**
 * The entries of `now`, with those of `from` for every name that both pages have: a name without an entry there has none afterwards.
 * `left`: names with an entry in `from` that aren't on both.
 */
export function portableEntries<Entry>(from: NamedEntries<Entry>, now: NamedEntries<Entry>) {
  const known = new Set(now.names);
  const both = new Set(from.names.filter((name) => known.has(name)));
  const part = ({ entries }: NamedEntries<Entry>, isOnBoth: boolean) =>
    Object.entries(entries).filter(([name]) => both.has(name) === isOnBoth);
  return {
    entries: Object.fromEntries([...part(now, false), ...part(from, true)]),
    left: part(from, false).map(([name]) => name),
  };
}
