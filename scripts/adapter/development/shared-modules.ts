import * as zod from 'zod';

const HERE = '../../../';

/** The modules that an adapter may import (docs/adapters.md), by their paths from here. */
const modules: Readonly<Record<string, unknown>> = import.meta.glob(
  ['../../../src/{core,schema}/**/*.ts', '../../../src/adapters/kit/**/*.ts'],
  { eager: true },
);

/**
 * A module of this build by its path from the root, for an adapter's script: the script has no copies of its own, because some modules
 * have a state, such as the words of errors. Throws if the build has no such module.
 */
export function sharedModule(path: string): unknown {
  if (path === 'zod') return zod;
  const module = modules[HERE + path];
  if (module === undefined) throw new Error(`this build has no module ${path}`);
  return module;
}
