import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { MAX_LIST_RULES } from '../kit/rule-list/rule-bound';
import { MAX_PROXY_NAME_LENGTH } from './context-schema';

/** Length of a page of a list: without `limit`, and at most. */
export const DEFAULT_PAGE_LENGTH = 100;
const MAX_PAGE_LENGTH = 200;

const name = z.string().min(1).max(MAX_PROXY_NAME_LENGTH);
const provider = name.describe(
  'An OAuth provider, e.g. "codex": one of the page state, or another that the user names.',
);
const key = name.describe(
  'The id of an API key’s entry as the page state lists it, e.g. "gemini-api-key:1a2b3c4d".',
);
const newPatterns = z
  .array(name)
  .min(1)
  .max(MAX_LIST_RULES)
  .describe('Model ids, or patterns in which * stands for any run of characters. Case doesn’t matter.');
const oldPatterns = z
  .array(name)
  .min(1)
  .max(MAX_LIST_RULES)
  .describe('Rules exactly as the page state lists them.');
const PAGED_BY = 'list_models';

export const listModelsInput = z.strictObject({
  provider: provider.optional(),
  key: key.optional(),
  pattern: name.optional().describe('Only models that this pattern matches; without it all.'),
  status: z.enum(['all', 'excluded', 'available']).optional().describe('Without it all.'),
  offset: z.int().min(0).optional().describe('How many to skip; without it none.'),
  limit: z
    .int()
    .min(1)
    .max(MAX_PAGE_LENGTH)
    .optional()
    .describe(`At most this many; without it ${DEFAULT_PAGE_LENGTH}.`),
});

export const explainModelInput = z.strictObject({
  model: name.describe(
    'The id of a model as the page state lists it, or its upstream id; no provider’s alias, no prefix.',
  ),
});

export const providerChangeInput = z.strictObject({ provider, patterns: newPatterns });
export const providerRemovalInput = z.strictObject({ provider, patterns: oldPatterns });
export const keyChangeInput = z.strictObject({ key, patterns: newPatterns });
export const keyRemovalInput = z.strictObject({ key, patterns: oldPatterns });

const AT_ONCE =
  'It takes effect at once, so the user is asked first. Returns the models that are excluded by it, or available again.';

/** All tools, in their fixed order. Changes take effect for clients at once, so each of them asks. */
export const toolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: PAGED_BY,
    description:
      'Lists the models of one provider’s OAuth accounts or of one API key, with the rules that exclude them. Give either provider or key.',
    input: listModelsInput,
    effect: 'read',
  }),
  defineTool({
    name: 'explain_model',
    description:
      'Explains for one model in which lists it appears, which rules exclude it there, and under which aliases clients know it.',
    input: explainModelInput,
    effect: 'read',
  }),
  defineTool({
    name: 'exclude_models',
    description: `Adds exclusion rules for all OAuth accounts of a provider; API keys have their own rules. ${AT_ONCE}`,
    question: 'Exclude models of the provider?',
    input: providerChangeInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_exclusions',
    description: `Removes exclusion rules of a provider’s OAuth accounts. ${AT_ONCE}`,
    question: 'Remove exclusion rules of the provider?',
    input: providerRemovalInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'exclude_models_for_key',
    description: `Adds exclusion rules for one API key. ${AT_ONCE}`,
    question: 'Exclude models for this API key?',
    input: keyChangeInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_exclusions_for_key',
    description: `Removes exclusion rules of one API key. ${AT_ONCE}`,
    question: 'Remove exclusion rules of this API key?',
    input: keyRemovalInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
];
