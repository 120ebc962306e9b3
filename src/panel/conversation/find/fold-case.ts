/** The text without differences of upper and lower case, in any script; each of its units stays in its place. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : [...text].map(lowerInPlace).join('');
  // A sigma has another form at the end of a word.
  return folded.replaceAll('ς', 'σ');
}

/** A few letters become longer, such as a capital I with a dot. */
function lowerInPlace(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/** The places of `query` in the text, without overlaps; at most `limit`. Both have to be folded. */
export function placesOf(query: string, text: string, limit: number): number[] {
  const places: number[] = [];
  if (query === '') return places;
  let at = text.indexOf(query);
  while (at !== -1 && places.length < limit) {
    places.push(at);
    at = text.indexOf(query, at + query.length);
  }
  return places;
}
