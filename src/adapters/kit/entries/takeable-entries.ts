import type { Json } from '@/src/schema/values/json';

/**
 * The part of an earlier state that a page can take whose entries only its own users make and delete: entries made since stay, and
 * those deleted since don't come back. `gone`: the keys of the latter.
 */
export function takeableEntries<Entry extends Json>(
  now: { readonly [key: string]: Entry },
  wanted: { readonly [key: string]: Entry },
): { state: { [key: string]: Entry }; gone: string[] } {
  const earlier = Object.entries(wanted);
  const kept = earlier.filter(([key]) => Object.hasOwn(now, key));
  return {
    state: { ...now, ...Object.fromEntries(kept) },
    gone: earlier.filter(([key]) => !Object.hasOwn(now, key)).map(([key]) => key),
  };
}
