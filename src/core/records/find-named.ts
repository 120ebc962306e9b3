/** The entry of this name, or else one whose name differs in case only: users would confuse the two. */
export function findNamed<Entry extends { name: string }>(
  entries: readonly Entry[],
  name: string,
): Entry | undefined {
  const folded = name.toLowerCase();
  return (
    entries.find((entry) => entry.name === name) ??
    // None has exactly this name.
    entries.find((entry) => entry.name.toLowerCase() === folded)
  );
}
