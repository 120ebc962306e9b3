import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { SLOW_TOOL_TIMEOUT_MS, type ToolDefinition } from '@/src/core/tools/tool-definition';
import { pageFields } from '../kit/list-page';
import { MAX_LISTED_NAME_LENGTH } from './context-schema';

/** Most models of one page of the list. */
const MAX_PAGE_LENGTH = 500;
/** Most models of one change. The API changes one model with each request, in about 50 ms on a slow server. */
export const MAX_CHANGED_MODELS = 500;

const name = z.string().min(1).max(MAX_LISTED_NAME_LENGTH);
const pattern = name.describe(
  'A pattern for whole ids, in which * stands for any run of characters. Case doesn’t matter.',
);
const which = {
  ids: z
    .array(name)
    .min(1)
    .max(MAX_CHANGED_MODELS)
    .optional()
    .describe('Ids exactly as the page lists them. Give either ids or pattern.'),
  pattern: pattern.optional(),
};

export const listModelsInput = z.strictObject({
  pattern: pattern.optional(),
  enabled: z.boolean().optional().describe('Only enabled, or only disabled models; without it both.'),
  hidden: z.boolean().optional().describe('Only hidden, or only visible models; without it both.'),
  ...pageFields(MAX_PAGE_LENGTH),
});

export const setEnabledInput = z.strictObject({
  ...which,
  enabled: z.boolean().describe('false: nobody can choose or call them.'),
});

export const setHiddenInput = z.strictObject({
  ...which,
  hidden: z
    .boolean()
    .describe('true: users don’t see them where they choose, but calls by their id still work.'),
});

export const LIST_MODELS = 'list_models';
const AT_ONCE = `It takes effect at once, so the user is asked first. Changes at most ${MAX_CHANGED_MODELS} models. Fails with model_not_found, and changes nothing, if the page doesn’t list an id.`;

/** All tools, in their fixed order. */
export const tools: readonly ToolDefinition[] = [
  defineTool({
    name: LIST_MODELS,
    description: 'Lists models of the page with their flags, and who may choose them.',
    input: listModelsInput,
    effect: 'read',
  }),
  defineTool({
    name: 'set_models_enabled',
    description: `Enables or disables models for everyone. ${AT_ONCE}`,
    question: 'Change which models are enabled?',
    input: setEnabledInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: LIST_MODELS,
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  }),
  defineTool({
    name: 'set_models_hidden',
    description: `Hides models in the lists that users choose from, or shows them there again. ${AT_ONCE}`,
    question: 'Change which models are hidden?',
    input: setHiddenInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: LIST_MODELS,
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  }),
];
