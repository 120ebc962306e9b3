import { z } from 'zod';
import { mapSchema } from '@/src/schema/map-schema';
import { normalisedRules, RULE_KINDS, type RulesByProvider } from '../kit/rules/provider-rules';
import {
  MAX_MODELS,
  MAX_NAME_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_PATTERN_UNITS,
  MAX_PROVIDERS,
  MAX_RULES,
  MAX_RULES_LENGTH,
} from './context-limits';

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
  /** Unfiltered ids of the providers loaded so far, sorted by code point. Read it with `loadedModels` only. */
  models: mapSchema(name, z.array(name).max(MAX_MODELS)),
  /** The rules that the page shows. */
  drafts: rulesByProvider,
  /** The rules in the proxy's file. */
  saved: rulesByProvider,
  search,
  highlight: z.strictObject({
    rule: z.strictObject({ kind: z.enum(RULE_KINDS), pattern }).nullable(),
    models: z.array(name).max(MAX_MODELS),
  }),
  /** True while the models of the current provider are being fetched. */
  loading: z.boolean(),
  /** The page's error message if fetching the models failed. */
  error: z.string().max(MAX_PAGE_TEXT_LENGTH).nullable(),
  /** Set if changed rules take effect for the proxy's clients at once, without saving. */
  live: z.literal(true).exactOptional(),
  /** Number of discards of unsaved changes since the page loaded, minus undone ones. A missing value means 0. */
  discards: z.int().nonnegative().exactOptional(),
});

type Shape = z.output<typeof shape>;

/** Schema of the page's whole state (docs/page-protocol.md, "Page type `model-filter`"). */
export const contextSchema = shape.superRefine((context, issues) => {
  for (const [field, what, count, maximum] of totalsOf(context)) {
    const message = `more than ${maximum.toLocaleString('en-US')} ${what}`;
    const isExceeded = count > maximum;
    if (isExceeded) issues.addIssue({ code: 'too_big', origin: 'array', path: [field], maximum, message });
  }
});

type Total = [field: keyof Shape, what: string, count: number, maximum: number];

/** Totals over all providers, which the schema of a single provider can't bound. */
function totalsOf({ models, drafts, saved }: Shape): Total[] {
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
export const stateSchema = z.strictObject({
  provider: name,
  // A merge may leave a provider with two empty lists, which is equivalent to no entry.
  drafts: rulesByProvider.transform(normalisedRules),
  search,
});
