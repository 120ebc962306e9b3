import { adapters as own } from '@/src/adapters/index';
import type { DryRunner, ToolRunner } from '@/src/adapters/kit/calls';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import { registeredAdapters, runAdapters } from './registered-adapters';
import { sharedModule } from './shared-modules';

interface TrustedParts {
  definition: AdapterDefinition;
  /** As in `src/adapters/background.ts`. */
  background: { tools?: ToolRunner; dryRun?: DryRunner; service?: ServiceAdapter };
}

/** The adapters of the development build's folder. */
export const addedAdapters = runAdapters<TrustedParts>(
  registeredAdapters,
  own.map(({ id }) => id),
  sharedModule,
  ({ definition, background }, id) => {
    if (definition === undefined || background === undefined) return 'its script has no definition';
    return definition.id === id ? null : `its definition has the id ${definition.id}; rename the folder`;
  },
);

/** Replaces the adapters of `src/adapters/index.ts` in a development build. Those of the folder are tried first, since the last one accepts any page. */
export const adapters = [...addedAdapters.map(({ parts }) => parts.definition), ...own];
