import { useLayoutEffect } from 'react';
import { DENSITY_KEY, type Density, readDensity } from '@/src/core/records/density';
import { useStored } from '../link/use-stored';
import { paintDensity } from './painted-appearance';

/** The chosen density; null until it is loaded. */
export function useDensity(onError: (error: unknown) => void): Density | null {
  return useStored(DENSITY_KEY, densityOrDefault, onError, 'local');
}

/** Paints the panel in the chosen density, and follows each change. */
export function usePaintedDensity(onError: (error: unknown) => void): void {
  const density = useDensity(onError);
  useLayoutEffect(() => {
    if (density !== null) paintDensity(document.documentElement, density);
  }, [density]);
}

function densityOrDefault(stored: unknown): Density {
  // The background logs and removes a value that can't be read.
  return readDensity(stored) ?? 'normal';
}
