import { useEffect, useState } from 'react';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { loadDefinition } from '../link/load-definition';

/** The definition of an adapter; null while loading, or if loading failed. */
export function useDefinition(
  adapterId: string,
  onError: (error: unknown) => void,
): AdapterDefinition | null {
  const [definition, setDefinition] = useState<AdapterDefinition | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadDefinition(adapterId).then((loaded) => {
      if (isCurrent) setDefinition(loaded);
    }, onError);
    return () => {
      isCurrent = false;
    };
  }, [adapterId, onError]);
  return definition;
}
