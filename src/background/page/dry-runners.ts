import type { DryRunner } from '@/src/adapters/kit/calls';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { adapterFor } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { goesLive } from '@/src/core/adapter/saving';
import { internalError, textError } from '@/src/core/errors';
import { canonicalJson } from '@/src/core/hash';
import type { DryRunPort, DryRunResult } from '@/src/core/policy/dry-run-port';
import { pageToolDryRun } from '@/src/core/policy/page-tool-dry-run';
import { NO_CHANGE, plainDryRun, plainPreview } from '@/src/core/policy/plain-dry-run';
import type { IdSource } from '@/src/core/ports/clock';
import type { PagePort, PageReading } from '@/src/core/ports/page-port';
import { boundPage } from '@/src/core/records/record-access';
import { DEFAULT_TOOL_TIMEOUT_MS, type ToolDefinition } from '@/src/core/tools/tool-definition';
import type { Chat } from '@/src/schema/chat';
import type { CallDryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import { readOnlyToolPage } from './with-tool-runners';

/** Most attempts of a dry run on a page that changes while a missing part is queried. */
const MAX_ATTEMPTS = 3;

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
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const computed = await attemptInAdapter(chat, adapter, runner, calls, signal);
      if (computed !== null) return computed;
    }
    throw textError('page-changed', 'error.page.keepsChanging');
  }

  /**
   * Computes the calls on one reading of the page, and returns that reading with the result; null if the page changed
   * meanwhile. Of later readings, only parts that the first lacks are used, e.g. the models of another provider. Their
   * other parts, e.g. the page's error message, may differ, since nothing is computed from them.
   */
  async function attemptInAdapter(
    chat: Chat,
    adapter: AdapterDefinition,
    runner: DryRunner,
    calls: readonly DryRunRequest[],
    signal: AbortSignal,
  ): Promise<DryRunResult | null> {
    const request = { executionId: deps.ids.newId(), tool: 'dry-run', timeoutMs: DEFAULT_TOOL_TIMEOUT_MS };
    const page = readOnlyToolPage(deps.page, chat, request, signal);
    const reading = await deps.page.readContext(chat, signal);
    let isAsRead = true;
    /** Answers by query. Each query is sent once: otherwise every call would wait for the timeout of a slow server again. */
    const answers = new Map<string, Promise<ToolResult>>();
    const computed = await runner.compute(calls, reading.context, {
      signal,
      async read() {
        const later = await deps.page.readContext(chat, signal);
        isAsRead &&= basisOf(adapter, later) === basisOf(adapter, reading);
        return later.context;
      },
      look(operation) {
        const key = canonicalJson(operation);
        const answer = answers.get(key) ?? page.look(operation);
        answers.set(key, answer);
        return answer;
      },
    });
    return isAsRead ? { ...computed, reading } : null;
  }

  return {
    async run(chat, calls, signal) {
      const { adapterId } = boundPage(chat);
      const adapter = adapterFor(chat, deps.adapters);
      const runner = deps.runners.find(({ id }) => id === adapterId);
      const isOfPage = (call: DryRunRequest) => toolOf(adapter, call).executor === 'page';
      const computable = calls.filter((call) => runner !== undefined && isOfPage(call));
      const computed =
        runner === undefined || computable.length === 0
          ? null
          : await runInAdapter(chat, adapter, runner, computable, signal);
      const reading = computed?.reading ?? (await deps.page.readContext(chat, signal));
      if (computed !== null && computable.length === calls.length) return computed;
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

/** The parts of a reading that have to stay the same during a dry run. */
function basisOf(adapter: AdapterDefinition, { context, source }: PageReading): string {
  return canonicalJson([source.document, pageHashesOf(adapter, context), goesLive(adapter, context)]);
}

function toolOf(adapter: AdapterDefinition, call: DryRunRequest): ToolDefinition {
  const tool = adapter.tools.find(({ name }) => name === call.tool);
  if (tool !== undefined) return tool;
  throw internalError('internal', `${adapter.title} has no tool ${call.tool}.`);
}
