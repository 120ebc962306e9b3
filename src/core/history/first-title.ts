/** Longest title, in grapheme clusters. */
const MAX_CHARACTERS = 60;

/** A chat's title until the model has generated one: the first line of its first message, truncated. */
export function firstTitle(text: string): string {
  const line = text.replace(/\n.*/s, '');
  // Counts grapheme clusters: a cut within one would split a surrogate pair or an emoji.
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    characters.push(segment);
    if (characters.length > MAX_CHARACTERS) return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
  }
  return line;
}
