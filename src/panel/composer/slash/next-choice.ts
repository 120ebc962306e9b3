import type { MenuEntry } from '@/src/panel/kit/menu/menu-entry';

/** The entry that Enter would choose: the marked one, or the first that can be chosen; null if none can. */
export function markedEntry(entries: readonly MenuEntry[], markedId: string | null): MenuEntry | null {
  const choices = entries.filter(({ isEnabled }) => isEnabled);
  return choices.find(({ id }) => id === markedId) ?? choices[0] ?? null;
}

/** The entry that can be chosen after (1) or before (-1) the marked one; the last is followed by the first. */
export function nextChoice(
  entries: readonly MenuEntry[],
  marked: MenuEntry | null,
  by: -1 | 1,
): MenuEntry | null {
  const choices = entries.filter(({ isEnabled }) => isEnabled);
  if (marked === null) return null;
  return choices.at((choices.indexOf(marked) + by) % choices.length) ?? null;
}
