import type { MenuEntry, MenuGroup } from '@/src/panel/kit/menu/menu-entry';

/** The words typed after the slash that opened the list of commands; null if the text is no command. */
export function slashQuery(text: string): string | null {
  return text.startsWith('/') && !text.includes('\n') ? text.slice(1) : null;
}

/**
 * The entries in which each typed word begins a word, in any order and case: "/dat hel" finds "Help & data".
 */
export function slashMatches(groups: readonly MenuGroup[], query: string): readonly MenuEntry[] {
  const typed = wordsOf(query);
  return groups.flat().filter(({ words }) => {
    const own = wordsOf(words);
    return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
