import { distance } from 'fastest-levenshtein';

/** Of a longer name only the beginning is compared, so that a hostile one costs no time. */
const MAX_COMPARED = 200;

/** The known name that was probably meant, or null if none is near: at most a third of its letters away. */
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
