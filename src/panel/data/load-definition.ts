import { useEffect, useState } from 'react';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { StewardError } from '@/src/core/errors';
import type { PageTool } from '@/src/schema/page-tool';
import { i18n } from '@/src/texts/i18n';

/**
 * An adapter's definition with the tools of the page itself, loaded in a chunk of its own, since definitions include the schemas of their tools. Rejects
 * with `page-unknown` if this build has no such adapter.
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
  throw new StewardError('page-unknown', i18n.t('link.noAdapter.message', { id: adapterId }), {
    remedy: i18n.t('link.noAdapter.remedy'),
  });
}

/** The definition of an adapter; null while loading, or if loading failed. After a change the earlier one until the next is loaded. */
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
