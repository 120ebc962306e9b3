import { readdirSync } from 'node:fs';

/** The adapters to try: all in `src/adapters/` (`kit` is what they share), or the one that `npm run test:adapter` names in STEWARD_ADAPTER. */
export function testedAdapterIds(): string[] {
  const only = process.env.STEWARD_ADAPTER;
  return readdirSync('src/adapters', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
    .map(({ name }) => name)
    .filter((id) => only === undefined || id === only);
}
