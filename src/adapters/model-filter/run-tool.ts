import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import type { PageHands, ToolRunner } from '../tool-runner';
import type { ModelFilterContext } from './model-filter-context';
import type { PageAccess } from './page-access';
import type { PageOperation } from './page-operation';
import { readWriteOutcome } from './read-write-outcome';
import { failure } from './tools/tool-results';
import { toolRuns } from './tools/tool-runs';

/** The tools of model-filter pages. */
export const modelFilterTools: ToolRunner = {
  id: 'model-filter',
  run: (tool, args, hands) => runModelFilterTool(createPageOverHands(hands), tool, args),
};

/** Runs one call on a page. */
export async function runModelFilterTool(
  page: PageAccess,
  tool: string,
  args: JsonObject,
): Promise<ToolResult> {
  const run = toolRuns.get(tool);
  if (run === undefined) return failure('unknown_tool', `This page has no tool ${JSON.stringify(tool)}.`);
  return run(page, args);
}

/** The page, as the background reaches it through its page half. */
function createPageOverHands(hands: PageHands): PageAccess {
  const perform = async (operation: PageOperation, repeats: 'once' | 'again') =>
    readWriteOutcome(await hands.perform(operation, repeats));
  return {
    // Parsed by this adapter's own schema.
    read: async () => (await hands.read()) as ModelFilterContext,
    apply: (from, to) => perform({ operation: 'apply', from, to }, 'once'),
    act: (from, { name, args }) => {
      const isRepeatable = name === 'load-models' || name === 'read-saved';
      return perform({ operation: 'act', from, name, args }, isRepeatable ? 'again' : 'once');
    },
  };
}
