import type { Choice } from './choice';

/** The choice that Enter would make: the marked one, or the first that is possible; null if none is. */
export function markedChoice(choices: readonly Choice[], markedId: string | null): Choice | null {
  const possible = choices.filter(({ isEnabled }) => isEnabled);
  return possible.find(({ id }) => id === markedId) ?? possible[0] ?? null;
}

/** The possible choice after (1) or before (-1) the marked one; the last is followed by the first. */
export function nextChoice(choices: readonly Choice[], marked: Choice | null, by: -1 | 1): Choice | null {
  const possible = choices.filter(({ isEnabled }) => isEnabled);
  if (marked === null) return null;
  return possible.at((possible.indexOf(marked) + by) % possible.length) ?? null;
}
