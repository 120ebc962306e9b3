import { useEffect, useState } from 'react';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { PageTool } from '@/src/core/records/page-tool';
import { loadDefinition } from '../link/load-definition';

/** The definition of an adapter, with the tools of the page itself; null while loading, or if loading failed. */
export function useDefinition(
  adapterId: string,
  pageTools: readonly PageTool[],
  onError: (error: unknown) => void,
): AdapterDefinition | null {
  const [definition, setDefinition] = useState<AdapterDefinition | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadDefinition(adapterId, pageTools).then((loaded) => {
      if (isCurrent) setDefinition(loaded);
    }, onError);
    return () => {
      isCurrent = false;
    };
  }, [adapterId, pageTools, onError]);
  return definition;
}
