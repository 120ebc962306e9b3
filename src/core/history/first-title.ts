/** Longest title, in characters as a reader counts them. */
const MAX_CHARACTERS = 60;

/** The title that a chat has before one was asked from the model: the first line of its first message, cut at the end. */
export function firstTitle(text: string): string {
  const line = text.replace(/\n.*/s, '');
  // By grapheme clusters: a cut within one would leave half a surrogate pair, or half an emoji.
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    characters.push(segment);
    if (characters.length > MAX_CHARACTERS) return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
  }
  return line;
}
