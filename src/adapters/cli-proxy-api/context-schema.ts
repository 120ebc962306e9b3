import { z } from 'zod';
import { mapSchema } from '@/src/core/map-schema';
import { MAX_LIST_RULES } from '../kit/rule-list/rule-bound';
import type { CliProxyContext, CliProxyState } from './proxy-context';

/** Longest name of a model, provider, channel or alias, in UTF-16 units. */
export const MAX_PROXY_NAME_LENGTH = 500;
/** Most models of one catalogue, and most aliases of one channel. */
const MAX_CATALOGUE_MODELS = 20_000;
/** Most API keys in the configuration. */
const MAX_KEY_ENTRIES = 1_000;

const name = z.string().max(MAX_PROXY_NAME_LENGTH);
const rules = z.array(name.min(1)).min(1).max(MAX_LIST_RULES);
const lists = mapSchema(name, rules);
const models = z.array(name).max(MAX_CATALOGUE_MODELS);

/** The restorable part. */
export const stateSchema: z.ZodType<CliProxyState> = z.strictObject({ providers: lists, keys: lists });

/** The whole context, as the state half reports it. */
export const contextSchema: z.ZodType<CliProxyContext> = z.strictObject({
  providers: lists,
  keys: lists,
  entries: z
    .array(
      z.strictObject({
        id: name,
        channel: name,
        index: z.int().nonnegative(),
        host: name.nullable(),
        models: models.nullable(),
      }),
    )
    .max(MAX_KEY_ENTRIES),
  aliases: mapSchema(name, z.array(z.strictObject({ name, alias: name })).max(MAX_CATALOGUE_MODELS)),
  catalogues: mapSchema(name, models),
});
