import { z } from 'zod';
import type { Json } from '@/src/core/json';
import { mapSchema } from '@/src/core/map-schema';
import { normalisedRules, type RuleSet } from '../model-filter/model-filter-context';
import type { LlmProxyContext } from './proxy-context';

const texts = z.array(z.string());
const filters = z.object({ ignore: texts, whitelist: texts });

/** The parts of the answers that are read here. Everything else in them is dropped. */
const configSchema = z.object({
  providers: mapSchema(
    z.string(),
    z.object({ api_key_count: z.int().nonnegative(), oauth_count: z.int().nonnegative() }),
  ),
  // The addresses of custom providers may hold credentials, so that only the names are kept.
  custom_providers: mapSchema(z.string(), z.unknown()).optional(),
  model_filters: mapSchema(z.string(), filters),
});
const modelsSchema = z.object({
  data: z.array(z.object({ id: z.string(), latest_alias_for: z.unknown().optional() })),
});

/** The configuration as `GET /v1/admin/config` answers it; null if the answer has another form. */
export function readConfig(body: Json): Pick<LlmProxyContext, 'filters' | 'providers'> | null {
  const parsed = configSchema.safeParse(body);
  if (!parsed.success) return null;
  const { providers, custom_providers: custom, model_filters: found } = parsed.data;
  const withoutCredentials = Object.keys(custom ?? []).map((name) => [name, { keys: 0, oauth: 0 }] as const);
  const withCredentials = Object.entries(providers).map(
    ([name, { api_key_count: keys, oauth_count: oauth }]) => [name, { keys, oauth }] as const,
  );
  const entries = [...withoutCredentials, ...withCredentials].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return { filters: normalisedRules(found), providers: Object.fromEntries(entries) };
}

/** The lists of one provider; null if the answer has another form. */
export function readFilters(body: Json): RuleSet | null {
  return filters.safeParse(body).data ?? null;
}

/** The ids in an answer of `GET /v1/models`; null if it has another form. The server may list an id twice. */
export function readModels(body: Json): Pick<LlmProxyContext, 'models' | 'aliases'> | null {
  const parsed = modelsSchema.safeParse(body);
  if (!parsed.success) return null;
  const ids = (isAlias: boolean) =>
    parsed.data.data
      .filter((model) => ((model.latest_alias_for ?? null) !== null) === isAlias)
      .map(({ id }) => id);
  return { models: [...new Set(ids(false))].sort(), aliases: [...new Set(ids(true))].sort() };
}
