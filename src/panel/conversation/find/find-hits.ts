import type { Message } from '@/src/schema/message';
import { type CallEntries, type SearchedText, searchedTexts, type WordsOf } from './searched-texts';

/** Maximum number of hits. The search ends when it is reached. */
export const MAX_HITS = 2_000;

/** One occurrence of the search text. */
export interface Hit extends Pick<SearchedText, 'key' | 'position'> {
  /** Index among the hits of this entry, from 0. */
  index: number;
}

/**
 * Finds a text in the messages, ignoring upper and lower case. Hits are in the order of the messages; at most {@link MAX_HITS}.
 * Null if the search was cancelled.
 */
export async function findHits(
  query: string,
  batches: AsyncIterable<readonly Message[]>,
  wordsOf: WordsOf,
  signal: AbortSignal,
): Promise<Hit[] | null> {
  const needle = foldCase(query);
  const calls: CallEntries = new Map();
  const hits: Hit[] = [];
  const inEntry = new Map<string, number>();
  for await (const batch of batches) {
    if (signal.aborted) return null;
    for (const { key, position, text } of batch.flatMap((message) =>
      searchedTexts(message, calls, wordsOf),
    )) {
      for (const _ of placesOf(needle, foldCase(text), MAX_HITS - hits.length)) {
        const index = inEntry.get(key) ?? 0; // The first hit of an entry.
        inEntry.set(key, index + 1);
        hits.push({ key, position, index });
      }
    }
    if (hits.length >= MAX_HITS) break;
  }
  // A result is stored after its call, possibly with other calls between them. Its hits are moved to those of its call.
  return hits
    .map((hit, order) => ({ hit, order }))
    .sort(inOrder)
    .map(({ hit }) => hit);
}

function inOrder(a: { hit: Hit; order: number }, b: { hit: Hit; order: number }): number {
  if (a.hit.position !== b.hit.position) return a.hit.position - b.hit.position;
  return a.hit.key === b.hit.key ? a.hit.index - b.hit.index : a.order - b.order;
}

/** Lower-case text for comparison, in any script. Each UTF-16 unit keeps its position. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : [...text].map(lowerInPlace).join('');
  // Greek sigma is written differently at the end of a word; both forms match.
  return folded.replaceAll('ς', 'σ');
}

/** Lower case of a letter. A letter whose lower case is longer, such as a capital I with a dot, stays as it is. */
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
