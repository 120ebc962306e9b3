import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { MAX_LIST_RULES } from '../kit/rule-list/rule-bound';
import { RULE_KINDS } from '../model-filter/model-filter-context';
import { MAX_FILTER_NAME_LENGTH } from './context-schema';

const MAX_PAGE_LENGTH = 200;

const name = z.string().min(1).max(MAX_FILTER_NAME_LENGTH);
const provider = name.describe('A provider of the page state, e.g. "openai".');
const anyProvider = provider.optional().describe('A provider of the page state; without it all.');
const list = z
  .enum(RULE_KINDS)
  .describe('"ignore": its rules hide models; "whitelist": its rules keep models, whatever the other says.');
const newPatterns = z
  .array(z.string().max(MAX_FILTER_NAME_LENGTH))
  .max(MAX_LIST_RULES)
  .describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq]. E.g. "gpt-4*".');
const PAGED_BY = 'list_models';

export const listRulesInput = z.strictObject({ provider: anyProvider });

export const listModelsInput = z.strictObject({
  provider: anyProvider,
  contains: name.optional().describe('Part of the full id; case doesn’t matter.'),
  show: z
    .enum(['all', 'hidden', 'kept'])
    .optional()
    .describe('What the saved rules do with them after a restart. Without it all.'),
  offset: z.int().min(0).optional().describe('How many to skip; without it none.'),
  limit: z.int().min(1).max(MAX_PAGE_LENGTH).optional().describe('At most this many; without it 100.'),
});

export const matchingInput = z.strictObject({
  pattern: name.describe('Compared with name and full id from end to end; wildcards * ? [seq] [!seq].'),
  provider: anyProvider,
});

export const checkInput = z.strictObject({ provider: anyProvider });

export const addRulesInput = z.strictObject({ provider, list, patterns: newPatterns.min(1) });
export const removeRulesInput = z.strictObject({
  provider,
  list,
  patterns: z
    .array(name)
    .min(1)
    .max(MAX_LIST_RULES)
    .describe('The rules’ texts exactly as the page state lists them.'),
});
export const replaceRulesInput = z.strictObject({
  provider,
  list,
  patterns: newPatterns.describe('All rules of the list from now on, in their order; [] empties it.'),
});

const SAVES =
  'It is saved in the server’s .env file at once, so the user is asked first; the proxy applies it after a restart. Returns the listed models that the saved rules hide from then on.';

/** All tools, in their fixed order. Each change is written to the server's file, so each of them asks. */
export const toolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'list_rules',
    description:
      'Lists the rules of one or all providers in their order, as the server’s .env file has them, with the number of listed models that each one decides.',
    input: listRulesInput,
    effect: 'read',
  }),
  defineTool({
    name: PAGED_BY,
    description:
      'Lists the models that clients get now, with what the saved rules do with each one after a restart, page by page. Models that the proxy hides now are not among them. Go on with the returned next_offset until it is null.',
    input: listModelsInput,
    effect: 'read',
  }),
  defineTool({
    name: 'get_models_matching_pattern',
    description:
      'Returns which of the models that clients get now a pattern matches, whatever rules there are. Use it to try a pattern before adding a rule. Fails with no_match.',
    input: matchingInput,
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'check_rules_in_force',
    description:
      'Reads the models that clients get and compares them with the saved rules: says that a restart is needed, naming models that are listed although the rules hide them, or that the rules are in force. Use it when the user says that the proxy was restarted.',
    input: checkInput,
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'add_rules',
    description: `Adds rules at the end of one list of a provider. ${SAVES} Fails with duplicate_rule if all are there already.`,
    question: 'Add these rules to the provider?',
    input: addRulesInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_rules',
    description: `Removes rules from one list of a provider. ${SAVES} Fails with rule_not_found, and then removes none.`,
    question: 'Remove these rules of the provider?',
    input: removeRulesInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'replace_rules',
    description: `Makes these rules the whole list of a provider; the other list stays. ${SAVES} Fails with nothing_to_change.`,
    question: 'Replace this list of the provider?',
    input: replaceRulesInput,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
];
