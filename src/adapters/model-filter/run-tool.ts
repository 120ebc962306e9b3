import { isStewardError, StewardError } from '@/src/core/errors';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import type { ToolPage, ToolRunner } from '../kit/calls';
import type { ModelFilterContext } from './model-filter-context';
import type { PageAccess, PageWrite } from './page-access';
import { isReadOperation, type PageOperation } from './page-operation';
import { readWriteOutcome } from './read-write-outcome';
import { toolDefinitions } from './tools/tool-definitions';
import { callTool } from './tools/tool-implementations';
import { tooManyToDecide } from './tools/tool-results';

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
