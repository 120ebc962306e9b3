import { createRequire } from 'node:module';
import type fastCheck from 'fast-check';

const fc: typeof fastCheck = createRequire(import.meta.url)('fast-check');

/** The most cases of a property, for a run that repeats the same cases: more of them find nothing that an earlier run didn't. */
const MOST_CASES = Number(process.env.PROPERTY_CASES);

/** Replaces fast-check where PROPERTY_CASES limits the cases: in `npm test`, and in mutation tests. */
const fewCases: typeof fastCheck = { ...fc, assert: withFewCases as typeof fc.assert };

function withFewCases(...[property, parameters]: Parameters<typeof fc.assert>): unknown {
  const numRuns = Math.min(parameters?.numRuns ?? MOST_CASES, MOST_CASES);
  return fc.assert(property, { ...parameters, numRuns });
}

// biome-ignore lint/style/noDefaultExport: it replaces a package that has a default export.
export default fewCases;
