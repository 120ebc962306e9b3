import { useEffect, useState } from 'react';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { loadDefinition } from '../link/load-definition';

/** The tools of an adapter, in its order; null while loading, or if loading failed. */
export function useTools(
  adapterId: string,
  onError: (error: unknown) => void,
): readonly ToolDefinition[] | null {
  const [tools, setTools] = useState<readonly ToolDefinition[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    loadDefinition(adapterId).then((definition) => {
      if (isCurrent) setTools(definition.tools);
    }, onError);
    return () => {
      isCurrent = false;
    };
  }, [adapterId, onError]);
  return tools;
}
