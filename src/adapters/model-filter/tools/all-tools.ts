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
import { applyRulesTool } from './apply-tools';
import { importRulesTool, previewRulesTool } from './import-tools';
import { readTools } from './read-tools';
import { ruleTools } from './rule-tools';
import { stateTools } from './state-tools';
import { FailedCall, failure, type ModelFilterTool, tooManyToDecide } from './tool-parts';

/** The tools of a model-filter page, in the order in which the model gets them: rules, queries, provider, state. */
export const allTools: readonly ModelFilterTool[] = [
  ...ruleTools,
  importRulesTool,
  applyRulesTool,
  previewRulesTool,
  ...readTools,
  ...stateTools,
];

export const toolDefinitions = allTools.map(({ definition }) => definition);

/** The tools of model-filter pages. */
export const modelFilterTools: ToolRunner = {
  id: 'model-filter',
  run: (tool, args, page) => runModelFilterTool(pageAccessFor(tool, page), tool, args),
};

/** Runs one call. An unknown tool, and the error `too-complex`, are results that the model can act on. */
export async function runModelFilterTool(
  page: PageAccess,
  name: string,
  args: JsonObject,
): Promise<ToolResult> {
  const tool = allTools.find(({ definition }) => definition.name === name);
  if (tool === undefined) return failure('unknown_tool', `This page has no tool ${JSON.stringify(name)}.`);
  try {
    return await tool.run(page, args);
  } catch (error) {
    if (error instanceof FailedCall) return error.result;
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
