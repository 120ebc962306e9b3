import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { PAGED_BY } from './paged-by';
import { toolInputs } from './tool-inputs';

/** Tools that look at models and change nothing. */
export const queryToolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'get_models_matching_pattern',
    description:
      'Tells which models a pattern matches; rules play no part in it. Use it to try a pattern before adding a rule. Fails with no_match, with a hint at a wider pattern.',
    input: toolInputs.get_models_matching_pattern,
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'get_model_details',
    description:
      'Returns id, name, status and deciding rule of a model; without model_id the provider’s rules in their order, how many models it has, and the names of the visible and the hidden ones.',
    input: toolInputs.get_model_details,
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'explain_model_status',
    description:
      'Tells why a model is visible or hidden: its status, the rule that decides, and every other rule that matches, each with why it doesn’t decide. Fails with model_not_found, with near names, if no model or more than one fits.',
    input: toolInputs.explain_model_status,
    effect: 'read',
  }),
  defineTool({
    name: 'list_models',
    description:
      'Lists models with status and deciding rule, page by page. Use it for names that the page state only counts, and for other providers. Go on with the returned next_offset until it is null.',
    input: toolInputs.list_models,
    effect: 'read',
  }),
  defineTool({
    name: 'list_rules',
    description:
      'Lists a provider’s rules in their order, page by page. Use it for rules that the page state or a list of changes only counts, and for other providers. Go on with the returned next_offset until it is null.',
    input: toolInputs.list_rules,
    effect: 'read',
  }),
];
