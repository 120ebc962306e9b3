import type { EnvValues } from './env-file';
import { readFilters, toFiltersJson } from './saved-rules';

const CUSTOM_BASE = /^([A-Z][A-Z0-9_-]*)_API_BASE$/;

/**
 * The configuration in the admin API's format, from the file's values. Reports one key for each provider of the
 * catalogue, since the playground lists their models.
 */
export function toConfigJson(values: EnvValues, providers: readonly string[], hasApiKey: boolean) {
  const bases = new Map<string, string>();
  for (const [key, url] of values) {
    const name = CUSTOM_BASE.exec(key)?.[1];
    if (name !== undefined) bases.set(name.toLowerCase(), url);
  }
  const credentials = [...providers, ...bases.keys()].map((name) => {
    const api_key_count = providers.includes(name) ? 1 : 0;
    return [name, { api_key_count, oauth_count: 0, has_custom_base: bases.has(name) }] as const;
  });
  return {
    proxy_api_key_set: hasApiKey,
    providers: Object.fromEntries(credentials),
    custom_providers: Object.fromEntries([...bases].filter(([name]) => !providers.includes(name))),
    model_filters: toFiltersJson(readFilters(values)),
  };
}
