/** Longest list of suggestions. */
const MAX_NEAR = 5;

/**
 * Suggests known rules or names: those that contain the given text or are contained in it, comparing letters
 * and digits only, nearest first. So `gpt4o` finds `gpt-4o`, and `preview` finds `*-preview*`. Edit distance
 * would rank a neighbouring version as high, and would need a larger bundle.
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

/** One text contains the other, so the difference of their lengths is their distance. */
function distance(left: string, right: string): number {
  return Math.abs(left.length - right.length);
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
