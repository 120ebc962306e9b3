import { useState } from 'react';
import { useDelayed } from '@/src/panel/kit/lazy/use-delayed';
import { areQueriesHeld } from './stored-data';

/**
 * The value, for queries that a chat's first paint doesn't need. After a change it is null until the new value has been the same for
 * 150 ms. While the panel opens, it is not delayed, because queries are held then.
 */
export function useLater(value: string | null): string | null {
  const [atOpening, setAtOpening] = useState<string | null>(null);
  if (areQueriesHeld() && value !== atOpening) setAtOpening(value);
  const delayed = useDelayed(value === atOpening ? null : value);
  return value === atOpening ? value : delayed;
}
