import { readdirSync } from 'node:fs';

/** The adapters to try: all in `src/adapters/`, or the one that `npm run test:adapter` names in STEWARD_ADAPTER. */
export function testedAdapterIds(): string[] {
  const only = process.env.STEWARD_ADAPTER;
  return readdirSync('src/adapters', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (only === undefined || entry.name === only))
    .map(({ name }) => name);
}
