import type { EnvValues } from './env-file';
import { parseRuleKey, RULE_KEY_PREFIXES, readFilters, toFiltersJson } from './saved-rules';

const PREFIXES = {
  rotationMode: 'ROTATION_MODE_',
  max: 'MAX_CONCURRENT_REQUESTS_PER_KEY_',
  optimal: 'OPTIMAL_CONCURRENT_REQUESTS_PER_KEY_',
  latestAlias: 'MODEL_LATEST_',
} as const;
const API_BASE_SUFFIX = '_API_BASE';
const UNLIMITED = -1;

/** Whether clients may set a key through the admin API. The playground itself heeds the rules only. */
export function isSettableKey(key: string): boolean {
  if (!/^[A-Z][A-Z0-9_-]*$/.test(key)) return false;
  if (parseRuleKey(key) !== null) return true;
  const prefixes = [...Object.values(PREFIXES), ...Object.values(RULE_KEY_PREFIXES)];
  return (
    prefixes.some((prefix) => key.startsWith(prefix) && key.length > prefix.length) ||
    (key.endsWith(API_BASE_SUFFIX) && key.length > API_BASE_SUFFIX.length)
  );
}

/** The configuration as the admin API tells it, from the file's values. No provider has real credentials. */
export function toConfigJson(values: EnvValues, providers: readonly string[], hasApiKey: boolean) {
  const customBases = Object.fromEntries(
    [...values]
      .filter(([key]) => key.endsWith(API_BASE_SUFFIX))
      .map(([key, url]): [string, string] => [key.slice(0, -API_BASE_SUFFIX.length).toLowerCase(), url]),
  );
  const custom = Object.entries(customBases).filter(([name]) => !providers.includes(name));
  const credentials = (name: string): [string, object] => [
    name,
    { api_key_count: 1, oauth_count: 0, has_custom_base: Object.hasOwn(customBases, name) },
  ];
  return {
    proxy_api_key_set: hasApiKey,
    providers: Object.fromEntries(providers.map(credentials)),
    custom_providers: Object.fromEntries(custom),
    concurrency: concurrencyOf(values),
    rotation_modes: Object.fromEntries(withPrefix(values, PREFIXES.rotationMode)),
    model_filters: toFiltersJson(readFilters(values)),
    latest_aliases: Object.fromEntries(withPrefix(values, PREFIXES.latestAlias)),
    strip_suffixes: [],
  };
}

function concurrencyOf(values: EnvValues): Record<string, { max: number; optimal: number }> {
  const max = new Map(withPrefix(values, PREFIXES.max));
  const optimal = new Map(withPrefix(values, PREFIXES.optimal));
  const names = [...new Set([...max.keys(), ...optimal.keys()])];
  return Object.fromEntries(
    names.map((name) => [name, { max: limitOf(max.get(name)), optimal: limitOf(optimal.get(name)) }]),
  );
}

/** A limit's number; what is missing or no whole number limits nothing. */
function limitOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : UNLIMITED;
}

/** The values whose keys begin so, by the rest of the key in lower case. */
function withPrefix(values: EnvValues, prefix: string): [string, string][] {
  return [...values]
    .filter(([key]) => key.startsWith(prefix) && key.length > prefix.length)
    .map(([key, value]) => [key.slice(prefix.length).toLowerCase(), value]);
}
