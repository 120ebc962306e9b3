import type { DryRunner } from '@/src/adapters/kit/calls';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { adapterFor } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive } from '@/src/core/adapter/saving';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { DryRunPort, DryRunResult } from '@/src/core/policy/dry-run-port';
import { pageToolDryRun } from '@/src/core/policy/page-tool-dry-run';
import { NO_CHANGE, plainDryRun, plainPreview } from '@/src/core/policy/plain-dry-run';
import type { IdSource } from '@/src/core/ports/clock';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { boundPage } from '@/src/core/records/record-access';
import { DEFAULT_TOOL_TIMEOUT_MS, type ToolDefinition } from '@/src/core/tools/tool-definition';
import type { Chat } from '@/src/schema/chat';
import type { CallDryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { readOnlyToolPage } from './with-tool-runners';

/**
 * Makes dry runs with the adapters that support them; the calls of other adapters are shown as they are. `page`: the
 * page without the adapters' tool runners, because the dry run reads it directly.
 */
export function createDryRuns(deps: {
  page: Pick<PagePort, 'readContext' | 'query'>;
  runners: readonly DryRunner[];
  adapters: AdapterPort;
  ids: IdSource;
}): DryRunPort {
  async function runInAdapter(
    chat: Chat,
    adapter: AdapterDefinition,
    runner: DryRunner,
    calls: readonly DryRunRequest[],
    signal: AbortSignal,
  ): Promise<DryRunResult> {
    const request = { executionId: deps.ids.newId(), tool: 'dry-run', timeoutMs: DEFAULT_TOOL_TIMEOUT_MS };
    let last: PageReading | null = null;
    const { dryRun, context, after } = await runner.compute(calls, {
      ...readOnlyToolPage(deps.page, chat, request, signal),
      async read() {
        last = await deps.page.readContext(chat, signal);
        return last.context;
      },
    });
    return { dryRun, reading: readingOf(adapter, last, context), after };
  }

  return {
    async run(chat, calls, signal) {
      const { adapterId } = boundPage(chat);
      const adapter = adapterFor(chat, deps.adapters);
      const runner = deps.runners.find(({ id }) => id === adapterId);
      const isOfPage = (call: DryRunRequest) => toolOf(adapter, call).executor === 'page';
      const known = calls.filter((call) => runner !== undefined && isOfPage(call));
      const computed =
        runner === undefined || known.length === 0
          ? null
          : await runInAdapter(chat, adapter, runner, known, signal);
      const reading = computed?.reading ?? (await deps.page.readContext(chat, signal));
      if (computed !== null && known.length === calls.length) return computed;
      const { stateHash, savedHash } = pageHashesOf(adapter, reading.context);
      const effects = calls.map((call) => toolOf(adapter, call).effect);
      const dryRuns = calls.map((call, index): CallDryRun => {
        const found = computed?.dryRun.calls.find(({ executionId }) => executionId === call.executionId);
        const isSaved = effects.slice(0, index).includes('commit');
        const before = {
          stateHash: index === 0 ? stateHash : null,
          savedHash: isSaved ? null : savedHash,
          isLive: goesLive(adapter, reading.context),
        };
        if (found !== undefined) return found;
        const { effect, pageTool } = toolOf(adapter, call);
        if (pageTool === undefined) return plainDryRun(call, effect, before);
        return pageToolDryRun(call, pageTool, adapter.ownTools?.page(reading.context) ?? null, before);
      });
      const net = computed?.dryRun.net ?? (calls.length === 0 ? NO_CHANGE : plainPreview(calls));
      return { dryRun: { calls: dryRuns, net }, reading, after: null };
    },
  };
}

/** The reading that the dry run's context came from. */
function readingOf(adapter: AdapterDefinition, last: PageReading | null, context: Json): PageReading {
  if (last === null) {
    throw new StewardError('internal', `The dry run of ${adapter.title} did not read the page.`, {
      remedy: 'Report this; nothing was done.',
    });
  }
  return { context, stateHash: hashJson(adapter.restorableState(context)), source: last.source };
}

function toolOf(adapter: AdapterDefinition, call: DryRunRequest): ToolDefinition {
  const tool = adapter.tools.find(({ name }) => name === call.tool);
  if (tool !== undefined) return tool;
  throw new StewardError('internal', `${adapter.title} has no tool ${call.tool}.`, {
    remedy: 'Report this; nothing was done.',
  });
}
