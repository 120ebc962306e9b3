import { distance } from 'fastest-levenshtein';

/** The known name that was probably meant, or null if none is near: at most a third of its letters away. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let best: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const away = distance(name.toLowerCase(), candidate.toLowerCase());
    if (away <= Math.ceil(candidate.length / 3) && (best === null || away < best.distance)) {
      best = { name: candidate, distance: away };
    }
  }
  return best?.name ?? null;
}
