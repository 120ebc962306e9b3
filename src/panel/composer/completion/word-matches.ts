/** The entries in which each typed word begins a word, in any order and case: "/hide prev" finds "Hide all previews". */
export function wordMatches<Entry extends { words: string }>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  const typed = wordsOf(query);
  return entries.filter(({ words }) => {
    const own = wordsOf(words);
    return typed.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
