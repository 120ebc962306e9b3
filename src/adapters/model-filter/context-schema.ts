import { z } from 'zod';
import { type ModelFilterContext, type ModelFilterState, normalisedRules } from './model-filter-context';

/** Bounds on what a page may claim; a real page stays far below them. */
const MAX_NAME_LENGTH = 500;
const MAX_TEXT_LENGTH = 10_000;
const MAX_PROVIDERS = 1_000;
const MAX_MODELS = 100_000;
const MAX_RULES = 10_000;
/** 200 characters (docs/page-protocol.md), each of up to two UTF-16 units. */
const MAX_PATTERN_UNITS = 400;

const name = z.string().max(MAX_NAME_LENGTH);
const search = z.string().max(MAX_TEXT_LENGTH);
const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_UNITS)
  .regex(/^[^,\r\n\u2028\u2029]*$/, 'a rule holds no comma and no line break');
const patterns = z
  .array(pattern)
  .max(MAX_RULES)
  .refine((list) => new Set(list).size === list.length, 'a rule is listed twice');
const ruleSet = z.strictObject({ ignore: patterns, whitelist: patterns });
const rulesByProvider = z.record(name, ruleSet);

/** The page's whole state (docs/page-protocol.md, "Page type `model-filter`"). */
export const contextSchema: z.ZodType<ModelFilterContext> = z.strictObject({
  provider: name,
  providers: z.array(name).max(MAX_PROVIDERS),
  models: z.record(name, z.array(name).max(MAX_MODELS)),
  drafts: rulesByProvider,
  saved: rulesByProvider,
  search,
  highlight: z.strictObject({
    rule: z.strictObject({ kind: z.enum(['ignore', 'whitelist']), pattern }).nullable(),
    models: z.array(name).max(MAX_MODELS),
  }),
  loading: z.boolean(),
  error: z.string().max(MAX_TEXT_LENGTH).nullable(),
  live: z.literal(true).exactOptional(),
  discards: z.int().nonnegative().exactOptional(),
});

/** The restorable part. */
export const stateSchema: z.ZodType<ModelFilterState> = z.strictObject({
  provider: name,
  // A merge may leave a provider without any rule, which is the same as none.
  drafts: rulesByProvider.transform(normalisedRules),
  search,
});
