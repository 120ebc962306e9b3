/** The densities that the user can choose; `compact` has smaller type and tighter spacing, and the same functions. */
export const DENSITIES = ['normal', 'compact'] as const;

export type Density = (typeof DENSITIES)[number];

/** Key of the density in storage.local; one for the whole extension. */
export const DENSITY_KEY = 'density';

/** Reads a stored density: `normal` if none is stored, null if the value is none. */
export function readDensity(stored: unknown): Density | null {
  if (stored === undefined) return 'normal';
  return DENSITIES.find((density) => density === stored) ?? null;
}
