import { isStewardError, StewardError } from '@/src/core/errors';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { ToolPage, ToolRunner } from '../tool-runner';
import type { ModelFilterContext } from './model-filter-context';
import type { PageAccess, PageWrite } from './page-access';
import { isLook, type PageOperation } from './page-operation';
import { readWriteOutcome } from './read-write-outcome';
import { toolDefinitions } from './tools/tool-definitions';
import { failure, tooManyToDecide } from './tools/tool-results';
import { toolRuns } from './tools/tool-runs';

/** The tools of model-filter pages. */
export const modelFilterTools: ToolRunner = {
  id: 'model-filter',
  run: (tool, args, hands) => runModelFilterTool(createPageOverHands(hands, tool), tool, args),
};

/** Runs one call on a page. A page that is too much to decide is a result, so that the model can go on without it. */
export async function runModelFilterTool(
  page: PageAccess,
  tool: string,
  args: JsonObject,
): Promise<ToolResult> {
  const run = toolRuns.get(tool);
  if (run === undefined) return failure('unknown_tool', `This page has no tool ${JSON.stringify(tool)}.`);
  try {
    return await run(page, args);
  } catch (error) {
    if (!isStewardError(error) || error.code !== 'too-complex') throw error;
    return tooManyToDecide(error);
  }
}

/** The page, as the background reaches it through its page half. A tool that is declared to read can't change it. */
function createPageOverHands(hands: ToolPage, tool: string): PageAccess {
  const isReading = toolDefinitions.some(({ name, effect }) => name === tool && effect === 'read');
  async function perform(operation: PageOperation): Promise<PageWrite> {
    if (isLook(operation)) return readWriteOutcome(await hands.look(operation));
    if (isReading) throw changesByReading(tool);
    return readWriteOutcome(await hands.change(operation));
  }
  return {
    // Parsed by this adapter's own schema.
    read: async () => (await hands.read()) as ModelFilterContext,
    apply: (from, to, options) => perform({ operation: 'apply', from, to, ...options }),
    act: (from, { name, args }) => perform({ operation: 'act', from, name, args }),
  };
}

function changesByReading(tool: string): StewardError {
  return new StewardError('internal', `${tool} is declared to look only, but tried to change the page.`, {
    remedy: 'Nothing was done; report it with the details.',
  });
}
