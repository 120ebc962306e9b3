import { z } from 'zod';
import { RULE_KINDS } from '../model-filter-context';
import { MAX_PATTERN_LENGTH } from '../rule-list';
import { DEFAULT_PAGE_LENGTH, MAX_PAGE_LENGTH, MODEL_ORDERS, SHOWN_MODELS } from './list-tools';
import { IMPORT_MODES } from './plan-import';

/** Longest texts and lists that a call may hold; a real one stays far below them. */
const MAX_TEXT_LENGTH = 500;
const MAX_PATTERNS = 2_000;
const MAX_RULE_SETS = 200;

const pattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq]. E.g. "gpt-4*".');
const existingPattern = z
  .string()
  .min(1)
  .max(MAX_PATTERN_LENGTH)
  .describe('The rule’s text exactly as the page state lists it.');
/** Whatever is no rule in it is told by the tool, rule by rule. */
const patterns = z.array(z.string().max(MAX_TEXT_LENGTH)).max(MAX_PATTERNS);
const modelId = z
  .string()
  .min(1)
  .max(MAX_TEXT_LENGTH)
  .describe('A model’s full id or its name, e.g. "openai/gpt-4o" or "gpt-4o".');
const namedProvider = z.string().min(1).max(MAX_TEXT_LENGTH).describe('One of the page’s providers.');
const provider = namedProvider
  .optional()
  .describe('One of the page’s providers; without it the one in view.');
const mode = z
  .enum(IMPORT_MODES)
  .describe(
    '"merge" adds each rule to those that are there, as the tools for one rule do; "replace" makes the lists exactly the rules.',
  );

const offset = z.int().min(0).optional().describe('How many to pass over; without it none.');
const limit = z
  .int()
  .min(1)
  .max(MAX_PAGE_LENGTH)
  .optional()
  .describe(`At most this many; without it ${DEFAULT_PAGE_LENGTH}.`);

const newRule = z.strictObject({ pattern, provider });
const knownRule = z.strictObject({ pattern: existingPattern, provider });
const onlyProvider = z.strictObject({ provider });

/** What each tool takes. Background only: the page half has no use for schemas. */
export const toolInputs = {
  add_ignore_rule: newRule,
  remove_ignore_rule: knownRule,
  add_whitelist_rule: newRule,
  remove_whitelist_rule: knownRule,
  clear_all_ignore_rules: onlyProvider,
  clear_all_whitelist_rules: onlyProvider,
  import_rules: z.strictObject({
    ignore: patterns.describe('Ignore rules; [] for none, which empties the list when replacing.'),
    whitelist: patterns.describe('Whitelist rules; [] for none, which empties the list when replacing.'),
    mode,
    provider,
  }),
  apply_rules: z.strictObject({
    rule_sets: z
      .array(
        z.strictObject({
          provider: namedProvider,
          ignore: patterns.describe('All its ignore rules, in the order in which they are read.'),
          whitelist: patterns.describe('All its whitelist rules, in the order in which they are read.'),
        }),
      )
      .min(1)
      .max(MAX_RULE_SETS)
      .describe('One rule set for each provider that is to change; the others keep their rules.'),
  }),
  preview_rules: z.strictObject({
    ignore: patterns.optional().describe('Ignore rules; left out, the ignore list stays as it is.'),
    whitelist: patterns.optional().describe('Whitelist rules; left out, the whitelist stays as it is.'),
    mode,
    provider,
  }),
  get_models_matching_pattern: newRule,
  get_model_details: z.strictObject({ model_id: modelId.optional(), provider }),
  explain_model_status: z.strictObject({ model_id: modelId, provider }),
  list_models: z.strictObject({
    show: z
      .enum(SHOWN_MODELS)
      .optional()
      .describe(
        'Which ones: kept are those that a whitelist rule keeps, unmatched those that no rule matches. Without it all.',
      ),
    contains: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .optional()
      .describe('Part of the full id; case doesn’t matter.'),
    sort: z
      .enum(MODEL_ORDERS)
      .optional()
      .describe('By name (without it), or by deciding rule: the whitelist’s, the ignore list’s, none.'),
    offset,
    limit,
    provider,
  }),
  list_rules: z.strictObject({
    rule_type: z.enum(RULE_KINDS).optional().describe('Without it both lists, the ignore list first.'),
    contains: z
      .string()
      .max(MAX_TEXT_LENGTH)
      .optional()
      .describe('Part of the pattern; case doesn’t matter.'),
    offset,
    limit,
    provider,
  }),
  switch_provider: z.strictObject({ provider: namedProvider }),
  refresh_models: onlyProvider,
  save_changes: z.strictObject({}),
  discard_changes: z.strictObject({
    provider: namedProvider.optional().describe('One of the page’s providers; without it every provider.'),
  }),
} as const satisfies Record<string, z.ZodObject>;
