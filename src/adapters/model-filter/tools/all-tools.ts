import { applyRulesTool } from './apply-tools';
import { importRulesTool, previewRulesTool } from './import-tools';
import { readTools } from './read-tools';
import { ruleTools } from './rule-tools';
import { stateTools } from './state-tools';
import type { ModelFilterTool } from './tool-parts';

/**
 * The tools of a model-filter page, in the order in which they are sent to the model: rules, queries, provider, state.
 */
export const allTools: readonly ModelFilterTool[] = [
  ...ruleTools,
  importRulesTool,
  applyRulesTool,
  previewRulesTool,
  ...readTools,
  ...stateTools,
];

export const toolDefinitions = allTools.map(({ definition }) => definition);
