import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { StewardError } from '@/src/core/errors';

/** Finds adapters by their id. */
export function createAdapterRegistry(definitions: readonly AdapterDefinition[]): AdapterPort {
  return {
    definitionOf(adapterId) {
      const definition = definitions.find(({ id }) => id === adapterId);
      if (definition !== undefined) return definition;
      throw new StewardError('page-unknown', `This build of Steward knows no adapter "${adapterId}".`, {
        remedy: 'Update Steward, or start a new session on another page.',
      });
    },
  };
}
