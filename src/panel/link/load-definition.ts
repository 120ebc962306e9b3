import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { StewardError } from '@/src/core/errors';

/**
 * An adapter's definition, loaded in a chunk of its own, since definitions include the schemas of their tools. Rejects
 * with `page-unknown` if this build has no such adapter.
 */
export async function loadDefinition(adapterId: string): Promise<AdapterDefinition> {
  await import('@/src/core/configure-zod');
  const { adapters } = await import('@/src/adapters');
  const definition = adapters.find(({ id }) => id === adapterId);
  if (definition !== undefined) return definition;
  throw new StewardError('page-unknown', `This build of Steward knows no adapter “${adapterId}”.`, {
    remedy: 'Update Steward, or start a new session on another page.',
  });
}
