import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { PAGED_BY } from './paged-by';
import { toolInputs } from './tool-inputs';

/** Tools that change one list of rules. */
export const ruleToolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'add_ignore_rule',
    description:
      'Adds an ignore rule, which hides the models that it matches unless a whitelist rule keeps them. Returns the models that the new rule decides, those that are newly hidden, and older rules that it replaced because it covers them. Fails with already_covered if an existing ignore rule makes it needless. The change is not saved.',
    input: toolInputs.add_ignore_rule,
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_ignore_rule',
    description:
      'Removes an ignore rule. Returns the models that it decided and those that are visible again. Fails with rule_not_found, naming near rules. The change is not saved.',
    input: toolInputs.remove_ignore_rule,
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'add_whitelist_rule',
    description:
      'Adds a whitelist rule, which keeps the models that it matches visible whatever the ignore rules say. Returns the models that the new rule decides, those that are brought back, and older rules that it replaced because it covers them. Fails with already_covered if an existing whitelist rule makes it needless. The change is not saved.',
    input: toolInputs.add_whitelist_rule,
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'remove_whitelist_rule',
    description:
      'Removes a whitelist rule. Returns the models that it decided and those that ignore rules hide now. Fails with rule_not_found, naming near rules. The change is not saved.',
    input: toolInputs.remove_whitelist_rule,
    effect: 'write',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'clear_all_ignore_rules',
    description:
      'Removes every ignore rule of a provider. The user is asked first. Returns the removed rules and the models that are visible again. Fails with nothing_to_change if there are none. The change is not saved.',
    question: 'Remove every ignore rule of the provider?',
    input: toolInputs.clear_all_ignore_rules,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'clear_all_whitelist_rules',
    description:
      'Removes every whitelist rule of a provider. The user is asked first. Returns the removed rules and the models that ignore rules hide now. Fails with nothing_to_change if there are none. The change is not saved.',
    question: 'Remove every whitelist rule of the provider?',
    input: toolInputs.clear_all_whitelist_rules,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
];
