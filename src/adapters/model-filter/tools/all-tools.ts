import { isStewardError, StewardError } from '@/src/core/errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { ToolPage, ToolRunner } from '../../kit/calls';
import type { ModelFilterContext } from '../model-filter-context';
import {
  isReadOperation,
  type PageAccess,
  type PageOperation,
  type PageWrite,
  readWriteOutcome,
} from '../page-access';
import { applyRules, applyRulesTool } from './apply-tools';
import { importRules, importRulesTool, previewRules, previewRulesTool } from './import-tools';
import {
  explainStatus,
  explainStatusTool,
  listModels,
  listModelsTool,
  listRules,
  listRulesTool,
  modelDetails,
  modelDetailsTool,
  modelsMatchingPattern,
  modelsMatchingPatternTool,
} from './read-tools';
import {
  addIgnoreRule,
  addIgnoreRuleTool,
  addWhitelistRule,
  addWhitelistRuleTool,
  clearIgnoreRules,
  clearIgnoreRulesTool,
  clearWhitelistRules,
  clearWhitelistRulesTool,
  removeIgnoreRule,
  removeIgnoreRuleTool,
  removeWhitelistRule,
  removeWhitelistRuleTool,
} from './rule-tools';
import {
  discardChanges,
  discardChangesTool,
  refreshModels,
  refreshModelsTool,
  saveChanges,
  saveChangesTool,
  switchProvider,
  switchProviderTool,
} from './state-tools';
import { type DeclaredTool, failure, type ImplementationsOf, tooManyToDecide } from './tool-parts';

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
async function callTool(page: PageAccess, name: string, args: JsonObject): Promise<ToolResult> {
  const tool = toolDefinitions.find((each) => each.name === name);
  if (tool === undefined) return failure('unknown_tool', `This page has no tool ${JSON.stringify(name)}.`);
  const parsed = tool.input.safeParse(args);
  if (!parsed.success)
    return failure('invalid_parameters', `The arguments don’t fit the parameters of ${name}.`);
  // The types of the two lists prove that these arguments are what this implementation takes.
  const run = toolImplementations[tool.name] as (page: PageAccess, args: unknown) => Promise<ToolResult>;
  return run(page, parsed.data);
}

/** The tools of model-filter pages. */
export const modelFilterTools: ToolRunner = {
  id: 'model-filter',
  run: (tool, args, page) => runModelFilterTool(pageAccessFor(tool, page), tool, args),
};

/** Runs one call. The error `too-complex` becomes a result, so that the model can continue. */
export async function runModelFilterTool(
  page: PageAccess,
  tool: string,
  args: JsonObject,
): Promise<ToolResult> {
  try {
    return await callTool(page, tool, args);
  } catch (error) {
    if (!isStewardError(error) || error.code !== 'too-complex') throw error;
    return tooManyToDecide(error);
  }
}

/** The page as reached from the background through its page half. Rejects changes by a tool whose effect is `read`. */
function pageAccessFor(tool: string, page: ToolPage): PageAccess {
  const isReadTool = toolDefinitions.some(({ name, effect }) => name === tool && effect === 'read');
  async function perform(operation: PageOperation): Promise<PageWrite> {
    if (isReadOperation(operation)) return readWriteOutcome(await page.look(operation));
    if (isReadTool) throw changedByReadTool(tool);
    return readWriteOutcome(await page.change(operation));
  }
  return {
    // Parsed by this adapter's own schema.
    read: async () => (await page.read()) as ModelFilterContext,
    apply: (from, to, options) => perform({ operation: 'apply', from, to, ...options }),
    act: (from, { name, args }) => perform({ operation: 'act', from, name, args }),
  };
}

function changedByReadTool(tool: string): StewardError {
  return new StewardError('internal', `${tool} is declared as a read tool, but tried to change the page.`, {
    remedy: 'Nothing was changed; report it with the details.',
  });
}
