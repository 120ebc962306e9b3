import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { PageAccess } from '../page-access';
import { applyRules } from './apply-tools';
import { clearIgnoreRules, clearWhitelistRules } from './clear-tools';
import type { ImplementationsOf } from './declare-tool';
import { discardChanges } from './discard-tool';
import { importRules, previewRules } from './import-tools';
import { listRules } from './list-rules-tool';
import { listModels } from './list-tools';
import { refreshModels, switchProvider } from './provider-tools';
import { explainStatus, modelDetails, modelsMatchingPattern } from './query-tools';
import { addIgnoreRule, addWhitelistRule, removeIgnoreRule, removeWhitelistRule } from './rule-tools';
import { saveChanges } from './save-tool';
import { toolDefinitions } from './tool-definitions';
import { failure } from './tool-results';

/** The implementation of each defined tool; for the background only. */
export const toolImplementations: ImplementationsOf<typeof toolDefinitions> = {
  add_ignore_rule: addIgnoreRule,
  remove_ignore_rule: removeIgnoreRule,
  add_whitelist_rule: addWhitelistRule,
  remove_whitelist_rule: removeWhitelistRule,
  clear_all_ignore_rules: clearIgnoreRules,
  clear_all_whitelist_rules: clearWhitelistRules,
  import_rules: importRules,
  apply_rules: applyRules,
  preview_rules: previewRules,
  get_models_matching_pattern: modelsMatchingPattern,
  get_model_details: modelDetails,
  explain_model_status: explainStatus,
  list_models: listModels,
  list_rules: listRules,
  switch_provider: switchProvider,
  refresh_models: refreshModels,
  save_changes: saveChanges,
  discard_changes: discardChanges,
};

/** Runs the tool `name`. An unknown tool, and arguments that its input rejects, are results that the model can act on. */
export async function callTool(page: PageAccess, name: string, args: JsonObject): Promise<ToolResult> {
  const tool = toolDefinitions.find((each) => each.name === name);
  if (tool === undefined) return failure('unknown_tool', `This page has no tool ${JSON.stringify(name)}.`);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success)
    return failure('invalid_parameters', `The arguments don’t fit the parameters of ${name}.`);
  // The types of the two lists prove that these arguments are what this implementation takes.
  const run = toolImplementations[tool.name] as (page: PageAccess, args: unknown) => Promise<ToolResult>;
  return run(page, parsed.data);
}
