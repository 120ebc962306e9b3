/** A name that the user gave to a model of a connection. A chat that uses it follows each change of it. */
export interface ModelAlias {
  /** Unique, e.g. `smart`. */
  name: string;
  connectionId: string;
  model: string;
}

/** The alias of this name, or else one whose name differs in case only: users would take the two for one. */
export function findAlias<Alias extends Pick<ModelAlias, 'name'>>(
  aliases: readonly Alias[],
  name: string,
): Alias | undefined {
  const folded = name.toLowerCase();
  return (
    aliases.find((alias) => alias.name === name) ??
    // None has exactly this name.
    aliases.find((alias) => alias.name.toLowerCase() === folded)
  );
}

/** Longest name, in UTF-16 units. */
export const MAX_ALIAS_LENGTH = 50;
