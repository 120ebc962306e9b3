import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { bulkToolDefinitions } from './bulk-tool-definitions';
import { queryToolDefinitions } from './query-tool-definitions';
import { ruleToolDefinitions } from './rule-tool-definitions';
import { stateToolDefinitions } from './state-tool-definitions';

/** The tools of a model-filter page, in the order in which the model sees them: rules, queries, provider, state (ledger A-057..A-073). */
export const toolDefinitions: readonly ToolDefinition[] = [
  ...ruleToolDefinitions,
  ...bulkToolDefinitions,
  ...queryToolDefinitions,
  ...stateToolDefinitions,
];
