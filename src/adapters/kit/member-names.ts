/** The names of the members of all these maps, sorted and unique. */
export function memberNames(...maps: readonly object[]): string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))].sort();
}
