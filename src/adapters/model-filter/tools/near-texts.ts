/** Longest list of suggestions. */
const MAX_NEAR = 5;

/**
 * Which known rules or names were probably meant: those that hold the given text or are held by it, letters and digits
 * alone compared, nearest first. So `gpt4o` finds `gpt-4o`, and `preview` finds `*-preview*`. Counting edits would rank a
 * neighbouring version as high, and costs a table in every page.
 */
export function nearTexts(text: string, known: readonly string[]): string[] {
  const wanted = lettersAndDigits(text);
  if (wanted === '') return [];
  return known
    .map((candidate) => ({ candidate, letters: lettersAndDigits(candidate) }))
    .filter(({ letters }) => letters !== '' && (letters.includes(wanted) || wanted.includes(letters)))
    .sort((left, right) => distance(left.letters, wanted) - distance(right.letters, wanted))
    .slice(0, MAX_NEAR)
    .map(({ candidate }) => candidate);
}

/** One text holds the other, so their lengths tell how far they are apart. */
function distance(left: string, right: string): number {
  return Math.abs(left.length - right.length);
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
