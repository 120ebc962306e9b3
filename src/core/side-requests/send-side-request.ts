import { isStewardError, textError } from '../errors';
import { noteCacheRefusal } from '../history/note-cache-refusal';
import type { AIStreamChunk } from '../llm/ai-service';
import { type AssembledResponse, createResponseAssembler } from '../llm/response-assembler';
import { retryDelayMs } from '../llm/retry-policy';
import { mayHaveUsedTokens, type RequestProgress } from '../llm/used-tokens';
import { withPayloadLog } from '../logging/payload-log';
import type { UsageEntry, UsedRequest } from '../ports/usage-journal';
import { withTimeLimit } from '../ports/with-time-limit';
import type { PreparedSideRequest, SideRequest } from './prepare-side-request';
import type { SideDeps } from './side-deps';

/** The answer to a side request: its text, and the row for its usage. */
export interface SideAnswer {
  text: string;
  usage: UsageEntry & UsedRequest;
}

/** Time limits of a side request with its retries, in milliseconds. */
const LIMIT_MS = { title: 60_000, summary: 600_000 } as const satisfies Record<SideRequest['kind'], number>;

/** Receives the chunks of an answer; null if only the complete answer is needed. */
type Watch = ((chunk: AIStreamChunk) => void) | null;

/**
 * Sends a side request and waits for its whole answer. A request that fails before its first chunk is retried like a
 * run's request. Rejects with the endpoint's error, `timeout`, `protocol` for an answer that can't be used, or the reason of the signal.
 * Stores the usage of an answer that it drops.
 */
export async function sendSideRequest(
  deps: SideDeps,
  prepared: PreparedSideRequest,
  watch: Watch,
  stopped: AbortSignal,
): Promise<SideAnswer> {
  const { kind, messageId } = prepared;
  const progress: RequestProgress = { isOut: false, hasBegun: false, usage: null };
  const usageRow = (found: UsageEntry | null): UsageEntry & UsedRequest => ({
    // An endpoint that reports no usage leaves it unknown.
    ...(found ?? { counts: null, raw: null }),
    id: deps.ids.newId(),
    chatId: prepared.chat.id,
    runId: null,
    kind,
    messageId,
    atMs: deps.clock.now(),
    connectionId: prepared.connectionId,
    model: prepared.request.model,
  });
  try {
    return await withTimeLimit(
      deps.timer,
      LIMIT_MS[kind],
      () => textError('timeout', 'error.sideRequests.tookTooLong'),
      async (limit) => {
        const signal = AbortSignal.any([stopped, limit]);
        const response = await receive(deps, prepared, { watch, progress, usageRow }, signal);
        return { text: textOf(response), usage: usageRow(response.usage) };
      },
    );
  } catch (error) {
    if (mayHaveUsedTokens(progress, error)) await deps.journal.addUsage(usageRow(progress.usage));
    throw error;
  }
}

async function receive(
  deps: SideDeps,
  prepared: PreparedSideRequest,
  {
    watch,
    progress,
    usageRow,
  }: {
    watch: Watch;
    progress: RequestProgress;
    usageRow(found: UsageEntry | null): UsageEntry & UsedRequest;
  },
  signal: AbortSignal,
): Promise<AssembledResponse> {
  const { chat, endpoint } = prepared;
  let { request } = prepared;
  const ai = withPayloadLog(deps, chat, null);
  for (let attempt = 1; ; attempt += 1) {
    // A summary may quote calls of the conversation.
    const assembler = createResponseAssembler(request.tools, true);
    try {
      signal.throwIfAborted();
      progress.isOut = true;
      for await (const chunk of ai.stream(endpoint, request, signal)) {
        if (chunk.type === 'cache-marks-refused') {
          await noteCacheRefusal(deps, chat, prepared.sentRequest, chunk.reason);
          request = { ...request, cacheMarks: [] };
          continue;
        }
        if (chunk.type === 'queued' || chunk.type === 'sent') {
          progress.isOut = chunk.type === 'sent';
          continue;
        }
        progress.hasBegun ||= chunk.type !== 'members';
        assembler.add(chunk);
        watch?.(chunk);
        progress.usage = assembler.usage();
      }
      signal.throwIfAborted();
      return assembler.finish();
    } catch (error) {
      // The signal's reason is more exact: the user stopped the request, or the time limit expired.
      signal.throwIfAborted();
      if (!isStewardError(error)) throw error;
      const { hasBegun } = progress;
      const { settings } = chat;
      const delayMs = retryDelayMs({ settings, attempt, error, hasBegun, random: deps.random() });
      if (delayMs === null) throw error;
      if (hasBegun) {
        await deps.journal.addUsage(usageRow(progress.usage));
        watch?.({ type: 'restart' });
      }
      Object.assign(progress, { isOut: false, hasBegun: false, usage: null });
      await deps.timer.sleep(delayMs, signal);
    }
  }
}

function textOf({ content, finishReason }: AssembledResponse): string {
  const text = content.trim();
  if (text === '') {
    throw textError('protocol', 'error.sideRequests.noText', { remedy: 'remedy.tryAgainOrModel' });
  }
  if (finishReason === 'length') {
    throw textError('protocol', 'error.sideRequests.cutOff');
  }
  return text;
}
