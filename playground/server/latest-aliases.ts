import type { EnvValues } from './env-file';

const PREFIX = 'MODEL_LATEST_';
const STRIP_KEY = `${PREFIX}STRIP_SUFFIXES`;

/** The aliases in a file, by name in lower case. */
export function readLatestAliases(values: EnvValues): Map<string, string> {
  const lines = [...values].filter(
    ([key]) => key.startsWith(PREFIX) && key.length > PREFIX.length && key !== STRIP_KEY,
  );
  return new Map(lines.map(([key, value]) => [key.slice(PREFIX.length).toLowerCase(), value]));
}

/** The suffixes that a file configures to be ignored when the latest model is searched for. */
export function readStripSuffixes(values: EnvValues): string[] {
  const text = values.get(STRIP_KEY) ?? '';
  return text
    .split(',')
    .map((suffix) => suffix.trim())
    .filter((suffix) => suffix !== '');
}
