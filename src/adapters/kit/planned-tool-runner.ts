import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { StewardError } from '@/src/core/errors';
import type { Json, JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { ToolRunner } from './tool-runner';

/**
 * The tools of an adapter that plans its calls with `planTool`: read tools run on the context alone (`look`), and a change is
 * sent as the planned step, so that exactly what was approved is carried out.
 */
export function plannedToolRunner<Context extends Json, State extends Json>(
  adapter: AdapterDefinition<Context, State>,
  look: (context: Context, tool: string, args: JsonObject) => ToolResult,
): ToolRunner {
  return {
    id: adapter.id,
    async run(tool, args, page) {
      // Parsed by this adapter's own schema.
      const context = (await page.read()) as Context;
      if (adapter.tools.some(({ name, effect }) => name === tool && effect === 'read')) {
        return look(context, tool, args);
      }
      const planned = adapter.planTool?.(context, tool, args);
      if (planned === undefined) throw notPlanned(adapter.title, tool);
      if (planned.kind === 'failure') return planned.result;
      const { step = args } = planned; // As in the dry run.
      return page.change(step);
    },
  };
}

function notPlanned(title: string, tool: string): StewardError {
  return new StewardError('internal', `${title} does not plan ${tool}.`, {
    remedy: 'Report this; nothing was done.',
  });
}
