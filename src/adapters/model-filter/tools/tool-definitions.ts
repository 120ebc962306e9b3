import { applyRulesTool } from './apply-tools';
import { clearIgnoreRulesTool, clearWhitelistRulesTool } from './clear-tools';
import type { DeclaredTool } from './declare-tool';
import { discardChangesTool } from './discard-tool';
import { importRulesTool, previewRulesTool } from './import-tools';
import { listRulesTool } from './list-rules-tool';
import { listModelsTool } from './list-tools';
import { refreshModelsTool, switchProviderTool } from './provider-tools';
import { explainStatusTool, modelDetailsTool, modelsMatchingPatternTool } from './query-tools';
import {
  addIgnoreRuleTool,
  addWhitelistRuleTool,
  removeIgnoreRuleTool,
  removeWhitelistRuleTool,
} from './rule-tools';
import { saveChangesTool } from './save-tool';

/**
 * The tools of a model-filter page, in the order in which the model gets them: rules, queries, provider, state. The
 * panel imports this list as well, and its bundler drops the implementations in the same files.
 */
export const toolDefinitions = [
  addIgnoreRuleTool,
  removeIgnoreRuleTool,
  addWhitelistRuleTool,
  removeWhitelistRuleTool,
  clearIgnoreRulesTool,
  clearWhitelistRulesTool,
  importRulesTool,
  applyRulesTool,
  previewRulesTool,
  modelsMatchingPatternTool,
  modelDetailsTool,
  explainStatusTool,
  listModelsTool,
  listRulesTool,
  switchProviderTool,
  refreshModelsTool,
  saveChangesTool,
  discardChangesTool,
] as const satisfies readonly DeclaredTool[];
