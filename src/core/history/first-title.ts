/** Longest title, in grapheme clusters. */
const MAX_CHARACTERS = 60;

/** Longest title, in UTF-16 units: a cluster may have any number of marks. */
const MAX_LENGTH = 1_000;

/** A chat's title until the model has generated one: the first line of its first message, truncated. */
export function firstTitle(text: string): string {
  const line = text.replace(/\n.*/s, '');
  // Counts grapheme clusters: a cut within one would split a surrogate pair or an emoji.
  const characters: string[] = [];
  for (const { segment, index } of new Intl.Segmenter().segment(line)) {
    if (characters.length >= MAX_CHARACTERS || index + segment.length > MAX_LENGTH) {
      return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
    }
    characters.push(segment);
  }
  return line;
}
