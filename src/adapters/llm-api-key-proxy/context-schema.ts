import { z } from 'zod';
import { mapSchema } from '@/src/core/map-schema';
import { MAX_LIST_RULES } from '../kit/rule-list/rule-bound';
import { normalisedRules } from '../model-filter/model-filter-context';
import type { LlmProxyContext, LlmProxyState } from './proxy-context';

/** Longest name of a provider or model, and longest rule, in UTF-16 units. */
export const MAX_FILTER_NAME_LENGTH = 500;
/** Most models that clients get. */
const MAX_LISTED_IDS = 50_000;

const name = z.string().max(MAX_FILTER_NAME_LENGTH);
const rules = z.array(name.min(1)).max(MAX_LIST_RULES);
const filters = mapSchema(name, z.strictObject({ ignore: rules, whitelist: rules }));
const ids = z.array(name).max(MAX_LISTED_IDS);
const count = z.int().nonnegative();

/** The restorable part. */
export const stateSchema: z.ZodType<LlmProxyState> = z.strictObject({
  // A merge may leave a provider with two empty lists, which equals no entry.
  filters: filters.transform(normalisedRules),
});

/** The whole context, as the state half reports it. */
export const contextSchema: z.ZodType<LlmProxyContext> = z.strictObject({
  filters,
  providers: mapSchema(name, z.strictObject({ keys: count, oauth: count })),
  models: ids.nullable(),
  aliases: ids,
});
