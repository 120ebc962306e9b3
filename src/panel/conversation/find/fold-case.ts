/** Lower-case text for comparison, in any script. Each UTF-16 unit keeps its position. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : [...text].map(lowerInPlace).join('');
  // A sigma has another form at the end of a word.
  return folded.replaceAll('ς', 'σ');
}

/** Keeps a letter whose lower case is longer, such as a capital I with a dot. */
function lowerInPlace(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/** Positions of `query` in the text, without overlaps; at most `limit`. Both texts must be results of `foldCase`. */
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
