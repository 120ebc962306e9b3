import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { normalisedRules, type RulesByProvider } from '../kit/rules/provider-rules';
import {
  MAX_MODELS,
  MAX_NAME_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_PATTERN_UNITS,
  MAX_PROVIDERS,
  MAX_RULES,
  MAX_RULES_LENGTH,
  type ModelFilterContext,
  type ModelFilterState,
} from './model-filter-context';

const name = z.string().max(MAX_NAME_LENGTH);
const search = z.string().max(MAX_PAGE_TEXT_LENGTH);
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
const rulesByProvider = mapSchema(name, ruleSet);

const shape = z.strictObject({
  provider: name,
  providers: z.array(name).max(MAX_PROVIDERS),
  models: mapSchema(name, z.array(name).max(MAX_MODELS)),
  drafts: rulesByProvider,
  saved: rulesByProvider,
  search,
  highlight: z.strictObject({
    rule: z.strictObject({ kind: z.enum(['ignore', 'whitelist']), pattern }).nullable(),
    models: z.array(name).max(MAX_MODELS),
  }),
  loading: z.boolean(),
  error: z.string().max(MAX_PAGE_TEXT_LENGTH).nullable(),
  live: z.literal(true).exactOptional(),
  discards: z.int().nonnegative().exactOptional(),
});

/** Schema of the page's whole state (docs/page-protocol.md, "Page type `model-filter`"). */
export const contextSchema: z.ZodType<ModelFilterContext> = shape.superRefine((context, issues) => {
  for (const [field, what, count, maximum] of totalsOf(context)) {
    const message = `more than ${maximum.toLocaleString('en-US')} ${what}`;
    const isExceeded = count > maximum;
    if (isExceeded) issues.addIssue({ code: 'too_big', origin: 'array', path: [field], maximum, message });
  }
});

type Total = [field: keyof ModelFilterContext, what: string, count: number, maximum: number];

/** Totals over all providers, which the schema of a single provider can't bound. */
function totalsOf({ models, drafts, saved }: ModelFilterContext): Total[] {
  const rules = Object.entries({ drafts, saved }) as ['drafts' | 'saved', RulesByProvider][];
  return [
    ['models', 'models', Object.values(models).flat().length, MAX_MODELS],
    ...rules.flatMap(([field, byProvider]): Total[] => {
      const patterns = Object.values(byProvider).flatMap(({ ignore, whitelist }) => [
        ...ignore,
        ...whitelist,
      ]);
      return [
        [field, 'providers', Object.keys(byProvider).length, MAX_PROVIDERS],
        [field, 'rules', patterns.length, MAX_RULES],
        [field, 'characters of rules', patterns.join('').length, MAX_RULES_LENGTH],
      ];
    }),
  ];
}

/** Schema of the restorable state. */
export const stateSchema: z.ZodType<ModelFilterState> = z.strictObject({
  provider: name,
  // A merge may leave a provider with two empty lists, which is equivalent to no entry.
  drafts: rulesByProvider.transform(normalisedRules),
  search,
});
