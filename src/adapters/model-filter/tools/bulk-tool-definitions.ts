import { defineTool } from '@/src/core/tools/define-tool';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { PAGED_BY } from './paged-by';
import { toolInputs } from './tool-inputs';

/** Tools for many rules at a time. */
export const bulkToolDefinitions: readonly ToolDefinition[] = [
  defineTool({
    name: 'import_rules',
    description:
      'Adds many rules to a provider, or replaces its rules. The user is asked first. Returns what became of each given rule (added, kept, covered, duplicate, invalid), the rules that were removed, and the models that are newly hidden or brought back. Merging skips what can’t be a rule and says so; replacing then fails with invalid_pattern and changes nothing. The change is not saved.',
    question: 'Import these rules?',
    input: toolInputs.import_rules,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'apply_rules',
    description:
      'Makes whole rule sets the rules of one or several providers, in one write and exactly as given: whatever isn’t in a set is removed. The user is asked first. Returns, for each provider, the rules added and removed and the models newly hidden or brought back. Fails with invalid_rules, naming each problem, and then changes nothing. The change is not saved.',
    question: 'Make these the rules of the providers?',
    input: toolInputs.apply_rules,
    effect: 'write',
    defaultPermission: 'ask',
    pagedBy: PAGED_BY,
  }),
  defineTool({
    name: 'preview_rules',
    description:
      'Tells what import_rules would do with these rules, without doing it: the models newly hidden and brought back, how many stay as they are, what would become of each rule, and rules that would be without effect. Use it before big changes.',
    input: toolInputs.preview_rules,
    effect: 'read',
    pagedBy: PAGED_BY,
  }),
];
