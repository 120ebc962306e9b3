import { createRequire } from 'node:module';
import type fastCheck from 'fast-check';

const fc: typeof fastCheck = createRequire(import.meta.url)('fast-check');

/** A mutant that breaks a property usually fails early, and there are thousands of mutants. */
const MOST_CASES = 8;

/** Replaces fast-check in mutation tests: the same few cases each time. */
const fewCases: typeof fastCheck = { ...fc, assert: withFewCases as typeof fc.assert };

function withFewCases(...[property, parameters]: Parameters<typeof fc.assert>): unknown {
  const numRuns = Math.min(parameters?.numRuns ?? MOST_CASES, MOST_CASES);
  return fc.assert(property, { ...parameters, numRuns });
}

// biome-ignore lint/style/noDefaultExport: it replaces a package that has a default export.
export default fewCases;
