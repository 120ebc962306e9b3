import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { SLOW_TOOL_TIMEOUT_MS, type ToolDefinition } from '@/src/core/tools/tool-definition';
import { MAX_PATTERN_LENGTH } from './rule-list';

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
const modelId = z
  .string()
  .min(1)
  .max(500)
  .describe('A model’s full id or its name, e.g. "openai/gpt-4o" or "gpt-4o".');

/** Reads the names that a cut list of models leaves out, one narrower pattern after the other. */
const PAGED_BY = 'get_models_matching_pattern';

/** The tools of a model-filter page, in the order in which the model sees them (ledger A-057..A-073). */
export const toolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'add_ignore_rule',
    description:
      'Adds an ignore rule for the provider in view, which hides the models that it matches unless a whitelist rule keeps them. Returns the models that the new rule decides, those that are newly hidden, and older rules that it replaced because it covers them. Fails with already_covered if an existing ignore rule makes it needless. The change is not saved.',
    input: z.strictObject({ pattern }),
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_ignore_rule',
    description:
      'Removes an ignore rule of the provider in view. Returns the models that it decided and those that are visible again. Fails with rule_not_found, naming near rules. The change is not saved.',
    input: z.strictObject({ pattern: existingPattern }),
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'add_whitelist_rule',
    description:
      'Adds a whitelist rule for the provider in view, which keeps the models that it matches visible whatever the ignore rules say. Returns the models that the new rule decides, those that are brought back, and older rules that it replaced because it covers them. Fails with already_covered if an existing whitelist rule makes it needless. The change is not saved.',
    input: z.strictObject({ pattern }),
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_whitelist_rule',
    description:
      'Removes a whitelist rule of the provider in view. Returns the models that it decided and those that ignore rules hide now. Fails with rule_not_found, naming near rules. The change is not saved.',
    input: z.strictObject({ pattern: existingPattern }),
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'get_models_matching_pattern',
    description:
      'Tells which models of the provider in view a pattern matches, without changing anything; rules play no part in it. Use it to try a pattern before adding a rule, or to list names that the page state only counts. Fails with no_match, with a hint at a wider pattern.',
    input: z.strictObject({ pattern }),
    effect: 'read',
  }),
  defineTool({
    name: 'explain_model_status',
    description:
      'Tells why a model of the provider in view is visible or hidden: its status, the rule that decides, and every other rule that matches. Fails with model_not_found, with near names, if no model or more than one fits.',
    input: z.strictObject({ model_id: modelId }),
    effect: 'read',
  }),
  defineTool({
    name: 'get_model_details',
    description:
      'Returns id, name, status and deciding rule of a model of the provider in view; without model_id the names of all its visible and hidden models.',
    input: z.strictObject({ model_id: modelId.optional() }),
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'save_changes',
    description:
      'Saves the rules of every provider to the proxy’s file. It can’t be taken back, so the person is asked first; call it only when they want to save. Fails with nothing_to_save if the file matches already.',
    question: 'Write the rules that the page shows, for every provider, to the proxy’s file?',
    input: z.strictObject({}),
    effect: 'commit',
    timeoutMs: SLOW_TOOL_TIMEOUT_MS,
  }),
  defineTool({
    name: 'discard_changes',
    description:
      'Drops the unsaved rules of every provider, so that the page shows the saved ones again. The person is asked first. Returns the providers concerned and the models whose visibility changed. Fails with nothing_to_discard.',
    question: 'Drop the unsaved rules of every provider and show the saved ones again?',
    input: z.strictObject({}),
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
];
