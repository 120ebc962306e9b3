import { useState } from 'react';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import { areQueriesHeld } from './stored-data';

/**
 * A value that only queries depend on whose results a chat's first paint doesn't need: null until it has been the same for 150 ms. While
 * the panel opens, it is the value itself, since queries are held then.
 */
export function useLater(value: string | null): string | null {
  const [atOpening, setAtOpening] = useState<string | null>(null);
  if (areQueriesHeld() && value !== atOpening) setAtOpening(value);
  const delayed = useDelayed(value === atOpening ? null : value);
  return value === atOpening ? value : delayed;
}
