import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
import type { AdapterDefinition } from './adapter-definition';

/** The adapters in this build. */
export interface AdapterPort {
  /** Throws `page-unknown` if there is no adapter with this id. */
  definitionOf(adapterId: string): AdapterDefinition;
}

export function createAdapterRegistry(definitions: readonly AdapterDefinition[]): AdapterPort {
  return {
    definitionOf(adapterId) {
      const definition = definitions.find(({ id }) => id === adapterId);
      if (definition !== undefined) return definition;
      throw textError('page-unknown', say('error.adapter.unknown', { adapter: adapterId }));
    },
  };
}
