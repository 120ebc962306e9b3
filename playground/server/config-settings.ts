import type { EnvValues } from './env-file';
import { readLatestAliases, readStripSuffixes } from './latest-aliases';
import { RULE_KEY_PREFIXES, readFilters, toFiltersJson } from './saved-rules';

const MAX_PREFIX = 'MAX_CONCURRENT_REQUESTS_PER_KEY_';
const OPTIMAL_PREFIX = 'OPTIMAL_CONCURRENT_REQUESTS_PER_KEY_';
const MODE_PREFIX = 'ROTATION_MODE_';
const PREFIXES = [
  ...Object.values(RULE_KEY_PREFIXES),
  MAX_PREFIX,
  OPTIMAL_PREFIX,
  MODE_PREFIX,
  'MODEL_LATEST_',
].join('|');
const SETTABLE = new RegExp(`^(?:(?:${PREFIXES})[A-Z0-9_-]+|[A-Z][A-Z0-9_-]*_API_BASE)$`);
const UNLIMITED = -1;

/** True if clients may set this key through the admin API. The playground itself uses only the rules. */
export function isSettableKey(key: string): boolean {
  return SETTABLE.test(key);
}

/**
 * The configuration as the admin API returns it, from the file's values. Providers of the catalogue are
 * reported with one key, since the playground lists their models.
 */
export function toConfigJson(values: EnvValues, providers: readonly string[], hasApiKey: boolean) {
  const bases = settingsOf(values, /^(.+)_API_BASE$/);
  const max = settingsOf(values, new RegExp(`^${MAX_PREFIX}(.+)$`));
  const optimal = settingsOf(values, new RegExp(`^${OPTIMAL_PREFIX}(.+)$`));
  const providerJson = (name: string) => ({
    api_key_count: providers.includes(name) ? 1 : 0,
    oauth_count: 0,
    has_custom_base: bases.has(name),
  });
  const limits = (name: string) => ({ max: limitOf(max.get(name)), optimal: limitOf(optimal.get(name)) });
  return {
    proxy_api_key_set: hasApiKey,
    providers: byName([...providers, ...bases.keys()], providerJson),
    custom_providers: Object.fromEntries([...bases].filter(([name]) => !providers.includes(name))),
    concurrency: byName([...max.keys(), ...optimal.keys()], limits),
    rotation_modes: Object.fromEntries(settingsOf(values, new RegExp(`^${MODE_PREFIX}(.+)$`))),
    model_filters: toFiltersJson(readFilters(values)),
    latest_aliases: Object.fromEntries(readLatestAliases(values)),
    strip_suffixes: readStripSuffixes(values),
  };
}

/** The values of the keys of this form, by the part of the key that names their provider, in lower case. */
function settingsOf(values: EnvValues, form: RegExp): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [key, value] of values) {
    const name = form.exec(key)?.[1];
    if (name !== undefined) settings.set(name.toLowerCase(), value);
  }
  return settings;
}

function byName<Value>(names: readonly string[], read: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

function limitOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : UNLIMITED;
}
