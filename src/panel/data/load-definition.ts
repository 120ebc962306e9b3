import { useEffect, useState } from 'react';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { textError } from '@/src/core/errors';
import type { PageTool } from '@/src/schema/page-tool';
import { say } from '@/src/schema/values/said';

/**
 * Loads an adapter's definition and adds the tools that the page offers. Definitions are in a chunk of their own, since they contain the
 * schemas of their tools. Rejects with `page-unknown` if this build has no such adapter.
 */
export async function loadDefinition(
  adapterId: string,
  pageTools: readonly PageTool[],
): Promise<AdapterDefinition> {
  await import('@/src/core/configure-zod');
  const { adapters } = await import('@/src/adapters');
  const { withPageTools } = await import('@/src/core/adapter/adapter-of-chat');
  const definition = adapters.find(({ id }) => id === adapterId);
  if (definition !== undefined) return withPageTools(definition, pageTools);
  throw textError('page-unknown', say('link.noAdapter.message', { id: adapterId }), {
    remedy: 'link.noAdapter.remedy',
  });
}

/**
 * The definition of an adapter; null until one is loaded. After a change of `adapterId`, the earlier definition stays until the next one is
 * loaded, or for good if that fails.
 */
export function useDefinition(
  adapterId: string | null,
  pageTools: readonly PageTool[],
  onError: (error: unknown) => void,
): AdapterDefinition | null {
  const [definition, setDefinition] = useState<AdapterDefinition | null>(null);
  useEffect(() => {
    if (adapterId === null) return;
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
