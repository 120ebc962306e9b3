import type { ApiKeyLine } from './credentials/api-key-line';
import type { EnvValues } from './env-file';
import { readLatestAliases, readStripSuffixes } from './latest-aliases';
import { parseRuleKey, RULE_KEY_PREFIXES, readFilters, toFiltersJson } from './saved-rules';
import { UPSTREAM_PROVIDER } from './upstream/upstream-settings';

const PREFIXES = {
  rotationMode: 'ROTATION_MODE_',
  max: 'MAX_CONCURRENT_REQUESTS_PER_KEY_',
  optimal: 'OPTIMAL_CONCURRENT_REQUESTS_PER_KEY_',
  latestAlias: 'MODEL_LATEST_',
} as const;
const API_BASE_SUFFIX = '_API_BASE';
const UNLIMITED = -1;

/** True if clients may set this key through the admin API. The playground itself uses only the rules. */
export function isSettableKey(key: string): boolean {
  if (!/^[A-Z][A-Z0-9_-]*$/.test(key)) return false;
  if (parseRuleKey(key) !== null) return true;
  const prefixes = [...Object.values(PREFIXES), ...Object.values(RULE_KEY_PREFIXES)];
  return (
    prefixes.some((prefix) => key.startsWith(prefix) && key.length > prefix.length) ||
    (key.endsWith(API_BASE_SUFFIX) && key.length > API_BASE_SUFFIX.length)
  );
}

/**
 * The configuration as the admin API returns it, from the file's values. Providers of the catalogue without a
 * key are reported with one, since the playground lists their models anyway. The upstream's key is left out.
 */
export function toConfigJson(
  values: EnvValues,
  {
    providers,
    apiKeys,
    hasApiKey,
  }: { providers: readonly string[]; apiKeys: readonly ApiKeyLine[]; hasApiKey: boolean },
) {
  const customBases = new Map(
    [...values]
      .filter(([key]) => key.endsWith(API_BASE_SUFFIX) && key.length > API_BASE_SUFFIX.length)
      .map(([key, url]): [string, string] => [key.slice(0, -API_BASE_SUFFIX.length).toLowerCase(), url]),
  );
  const names = new Set([...providers, ...apiKeys.map((line) => line.provider), ...customBases.keys()]);
  const credentials = (name: string): [string, object] => {
    const saved = apiKeys.filter((line) => line.provider === name).length;
    const listed = providers.includes(name) && name !== UPSTREAM_PROVIDER ? 1 : 0;
    return [
      name,
      { api_key_count: Math.max(saved, listed), oauth_count: 0, has_custom_base: customBases.has(name) },
    ];
  };
  return {
    proxy_api_key_set: hasApiKey,
    providers: Object.fromEntries([...names].map(credentials)),
    custom_providers: Object.fromEntries([...customBases].filter(([name]) => !providers.includes(name))),
    concurrency: concurrencyOf(values),
    rotation_modes: Object.fromEntries(withPrefix(values, PREFIXES.rotationMode)),
    model_filters: toFiltersJson(readFilters(values)),
    latest_aliases: Object.fromEntries(readLatestAliases(values)),
    strip_suffixes: readStripSuffixes(values),
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

/** A limit as a number; 0 (no limit) if it is missing or not a whole number. */
function limitOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : UNLIMITED;
}

/** The values of keys with this prefix, by the rest of the key in lower case. */
function withPrefix(values: EnvValues, prefix: string): [string, string][] {
  return [...values]
    .filter(([key]) => key.startsWith(prefix) && key.length > prefix.length)
    .map(([key, value]) => [key.slice(prefix.length).toLowerCase(), value]);
}
