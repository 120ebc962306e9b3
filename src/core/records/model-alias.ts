import type { ModelAlias } from '@/src/schema/model-alias';

/** The alias of this name, or else one whose name differs in case only: users would confuse the two. */
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
