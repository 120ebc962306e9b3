import { distance } from 'fastest-levenshtein';

/** Only this many characters of a name are compared, so that a long one can't block the worker. */
const MAX_COMPARED = 200;

/** The known name that was probably meant; null unless one differs in at most a third of its letters. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const wanted = name.slice(0, MAX_COMPARED).toLowerCase();
  let best: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const away = distance(wanted, candidate.toLowerCase());
    if (away <= Math.ceil(candidate.length / 3) && (best === null || away < best.distance)) {
      best = { name: candidate, distance: away };
    }
  }
  return best?.name ?? null;
}
