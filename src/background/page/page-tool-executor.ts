import { toolsFor } from '@/src/core/adapter/adapter-of-chat';
import type { AdapterPort } from '@/src/core/adapter/adapter-port';
import { hasCode, toErrorInfo } from '@/src/core/errors';
import type { Logger } from '@/src/core/logging/log-entry';
import { logFailure } from '@/src/core/logging/log-failure';
import type { DelegatedTokens } from '@/src/core/policy/delegated-tokens';
import type { Timer } from '@/src/core/ports/clock';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { Journal } from '@/src/core/ports/journal';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { stopped } from '@/src/core/shared-errors';
import { notAppliedResult, notAuthorised, pageChanged, uncertainResult } from '@/src/core/tools/call-results';
import { pageToolStep } from '@/src/core/tools/page-tool-names';
import { PAGE_TOOL_TIMEOUT_MS } from '@/src/core/tools/page-tools';
import type { Chat } from '@/src/schema/chat';
import type { ToolResult } from '@/src/schema/tool-result';
import type { PageLink } from './page-link';

const TOPIC = 'ai_loop.tool_call';

/** Time limit in the page, in milliseconds: its answer has to arrive before the loop's own limit. */
const PAGE_ANSWER_MS = PAGE_TOOL_TIMEOUT_MS - 3_000;
/** Pause between two queries about a call that is still running, in milliseconds. */
const RECALL_PAUSE_MS = 1_000;
/** Errors after which nothing was sent to the page, or the page refused to begin. */
const UNSENT_CODES: readonly string[] = ['aborted', 'permission-missing', 'turned-off'];

/** The result of a call, with the page's state hashes if the call ended in the page. */
type Ended = Partial<ExecutionOutcome> & { result: ToolResult };
type DelegatedCall = Extract<LoopEvent, { type: 'tool-call-delegated' }>;

/**
 * Carries out the delegated calls of pages' own tools. The loop's event announces each call once it may run; the
 * executor provides the result.
 */
export function createPageToolExecutor(deps: {
  journal: Pick<Journal, 'chatById'>;
  adapters: AdapterPort;
  tokens: Pick<DelegatedTokens, 'take'>;
  /** Page access without the tools that run in the background. */
  page: Pick<PageLink, 'execute' | 'recall'>;
  /** Passes the result to the loop. Rejects with `not-found` if the call has ended. */
  provide(executionId: string, ended: Ended): Promise<void>;
  timer: Timer;
  logger: Pick<Logger, 'warning'>;
}): Pick<EventBus, 'emit'> {
  /** The calls that run, by execution id. */
  const running = new Map<string, AbortController>();

  /**
   * Sends the call with its token. After a restart of the worker there is no token, and the call may have been sent:
   * only the page knows its outcome.
   */
  async function carryOut(chat: Chat, call: DelegatedCall, signal: AbortSignal): Promise<Ended | null> {
    const { executionId, name, args } = call;
    const tool = toolsFor(chat, deps.adapters).find((one) => one.name === name);
    if (tool?.pageTool === undefined) return null;
    const token = deps.tokens.take(executionId);
    if (token === null) return recall(chat, call, signal);
    const step = pageToolStep(tool.pageTool, args);
    const request = { executionId, tool: name, args: step, timeoutMs: PAGE_ANSWER_MS, token };
    return deps.page.execute(chat, request, signal);
  }

  async function recall(chat: Chat, call: DelegatedCall, signal: AbortSignal): Promise<Ended> {
    const { executionId, name } = call;
    for (;;) {
      signal.throwIfAborted();
      const recalled = await deps.page.recall(chat, executionId, signal);
      if (recalled.kind === 'done') return recalled.outcome;
      if (recalled.kind !== 'running') return { result: uncertainResult(name, null, false) };
      await deps.timer.sleep(RECALL_PAUSE_MS, signal);
    }
  }

  async function run(chatId: string, call: DelegatedCall, signal: AbortSignal): Promise<void> {
    const chat = await deps.journal.chatById(chatId);
    const ended = await carryOut(chat, call, signal).catch((error: unknown) => {
      // The call has ended: it was stopped, or its time is over.
      if (signal.aborted) return null;
      const facts = { chatId, data: { executionId: call.executionId } };
      logFailure(deps.logger.warning, TOPIC, 'A tool of the page gave no result.', error, facts);
      return { result: resultOfError(call.name, error) };
    });
    if (ended === null) return;
    await deps.provide(call.executionId, ended).catch((error: unknown) => {
      // The call ended while its answer was on the way.
      if (!hasCode(error, 'not-found')) throw error;
    });
  }

  return {
    emit({ chatId }, event) {
      if (event.type === 'tool-result-processed') running.get(event.executionId)?.abort(stopped());
      if (event.type !== 'tool-call-delegated' || running.has(event.executionId)) return;
      const { executionId } = event;
      const ended = new AbortController();
      running.set(executionId, ended);
      run(chatId, event, ended.signal)
        .catch((error: unknown) => {
          const facts = { chatId, data: { executionId } };
          logFailure(
            deps.logger.warning,
            TOPIC,
            'The result of a page’s tool could not be stored.',
            error,
            facts,
          );
        })
        .finally(() => running.delete(executionId));
    },
  };
}

function resultOfError(name: string, error: unknown): ToolResult {
  const { code } = toErrorInfo(error);
  if (code === 'write-refused') return notAuthorised();
  if (code === 'page-changed') return pageChanged([]);
  return UNSENT_CODES.includes(code) ? notAppliedResult(name) : uncertainResult(name, null, false);
}
