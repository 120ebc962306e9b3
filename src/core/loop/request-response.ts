import type { AssistantMessage, PartialAnswer } from '@/src/schema/message';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import type { Run } from '@/src/schema/run';
import type { Omission, SentRequest } from '@/src/schema/sent-request';
import type { Json } from '@/src/schema/values/json';
import { isStewardError, type StewardError, toErrorInfo } from '../errors';
import { canonicalJson } from '../hash';
import { accountingRow } from '../history/accounting-row';
import { noteCacheRefusal } from '../history/note-cache-refusal';
import { partialAnswerOf } from '../history/partial-answer';
import { newPrunings } from '../history/prunings';
import { describeSentRequest } from '../history/sent-request';
import type { AIRequest } from '../llm/ai-service';
import { type AssembledResponse, createResponseAssembler } from '../llm/response-assembler';
import { attemptsFor, causeOf, retryDelayMs } from '../llm/retry-policy';
import { mayHaveUsedTokens, type RequestProgress } from '../llm/used-tokens';
import { withPayloadLog } from '../logging/payload-log';
import type { PageReading } from '../ports/page-port';
import type { UsageEntry, UsedRequest } from '../ports/usage-journal';
import { type Endpoint, type RequestTarget, requestTarget } from '../records/endpoint';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, nextPosition } from '../records/record-access';
import { english } from '../text/english';
import { endpointToAsk } from '../usage/token-budget';
import type { LoopDeps } from './agent-loop';
import { buildRequest } from './build-request';
import { sourceOf } from './change-status';
import { createReasoningTimer } from './reasoning-timer';
import {
  emitUpdate,
  type ReportedRecord,
  readMentionedParts,
  reportPageChanges,
} from './report-page-changes';
import { storeResponse } from './store-response';
import { needsLease } from './wait-for-page';

/**
 * Sends one request to the model, emits the streamed chunks, and stores the complete response. `opening`: the
 * reading with which the run has just begun; null for later requests. It is used unless the page was read or
 * changed again before it was locked. If the response fails or is aborted, whatever the cause, its usage is stored,
 * and its text as a partial answer; apart from that, the record changes only by reported page changes. A request
 * that fails before its first chunk is sent again as the chat's settings say, each time with the present page.
 */
export async function requestResponse(
  deps: LoopDeps,
  given: ChatRecord,
  opening: PageReading | null,
  signal: AbortSignal,
): Promise<void> {
  const chosen = await endpointToAsk(deps, given.chat);
  const { connectionId, endpoint, model } = chosen;
  if (needsLease(deps, given)) await deps.pageLock.lock(given.chat, currentRun(given), [], signal);
  const messageId = deps.ids.newId();
  const to = { connectionId, endpoint, model, messageId, target: requestTarget(chosen) };
  const shown =
    opening !== null && deps.page.isNewest(opening)
      ? { record: await readMentionedParts(deps, given, opening.context), update: null }
      : await reportPageChanges(deps, given, signal);
  const first = await prepare(deps, shown, to, signal);
  const run = currentRun(given);
  deps.events.emit(sourceOf(run), { type: 'response-started', messageId });
  const progress: Progress = {
    isOut: false,
    hasBegun: false,
    hasRefusedMarks: false,
    usage: null,
    received: null,
  };
  try {
    const { response, reasoningMs, sent } = await receive(deps, first, progress, signal);
    const { record } = sent;
    const { toolCalls, members } = response;
    signal.throwIfAborted();
    const message: AssistantMessage = {
      ...answerFields(deps, sent, { ...response, reasoningMs }),
      role: 'assistant',
      toolCalls: toolCalls.map((call) => ({ executionId: deps.ids.newId(), ...call })),
      ...(toolCalls.length === 0 ? {} : { continuation: { server: to.target.server, members } }),
      finishReason: response.finishReason,
    };
    await storeResponse(deps, record, currentRun(record), message, {
      ...(response.usage ?? UNKNOWN_USAGE),
      connectionId,
      // Servers count images in very different ways, so that an estimate says little about what they read.
      ...(sent.request.messages.some((message) => 'images' in message)
        ? {}
        : { sentTokens: sent.kept.tokens.total }),
    });
    deps.events.emit(sourceOf(run), { type: 'response-ended', messageId, stored: true });
  } catch (error) {
    try {
      if (mayHaveUsedTokens(progress, error) || progress.received !== null)
        await storeDropped(deps, usageOf(deps, run, to, progress), progress.received);
    } finally {
      // Emitted after the text is stored: the panel then shows the stored text in place of the streamed one.
      deps.events.emit(sourceOf(run), { type: 'response-ended', messageId, stored: false });
    }
    throw error;
  }
}

/** The fields that a complete answer and a partial one have in common. */
function answerFields(
  deps: LoopDeps,
  { record, model, messageId, request }: Sent,
  { content, reasoning, reasoningMs }: Pick<AssistantMessage, 'content' | 'reasoning' | 'reasoningMs'>,
) {
  const cacheControlIndex = request.cacheMarks.at(-1);
  const run = currentRun(record);
  return {
    id: messageId,
    chatId: run.chatId,
    runId: run.id,
    position: nextPosition(record.messages),
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    content,
    reasoning,
    reasoningMs,
    model,
    // The state that the request showed; nothing else changes this field while the response streams.
    seenStateHash: record.chat.lastStateHash,
    ...(cacheControlIndex === undefined ? {} : { cacheControlIndex }),
  } satisfies Partial<AssistantMessage>;
}

/**
 * Stores the usage of a response that failed, and its text as a partial answer. `received` is null if no chunk had
 * arrived.
 */
async function storeDropped(
  deps: LoopDeps,
  usage: UsageEntry & UsedRequest,
  received: Progress['received'],
): Promise<void> {
  const partial = received?.() ?? null;
  if (partial === null || partial.content.trim() === '') {
    await deps.journal.addUsage(usage);
    return;
  }
  const { record } = partial.sent;
  const message: PartialAnswer = { ...answerFields(deps, partial.sent, partial), role: 'partial-answer' };
  const replaced = partialAnswerOf(record.messages, currentRun(record).id)?.id ?? null;
  await deps.journal.storePartialAnswer({ message, usage, replaced });
}

/** The usage of a response that is dropped. */
function usageOf(
  deps: LoopDeps,
  run: Run,
  { messageId, connectionId, model }: Pick<Sent, 'messageId' | 'connectionId' | 'model'>,
  progress: Progress,
): UsageEntry & UsedRequest {
  return {
    ...(progress.usage ?? UNKNOWN_USAGE),
    id: deps.ids.newId(),
    chatId: run.chatId,
    runId: run.id,
    kind: 'response',
    messageId,
    atMs: deps.clock.now(),
    connectionId,
    model,
  };
}

const UNKNOWN_USAGE: UsageEntry = { counts: null, raw: null };

/** The state of a request while its response is received. */
interface Progress extends RequestProgress {
  /** True once the endpoint has refused the cache marks. */
  hasRefusedMarks: boolean;
  /** Reads what was received of the response; null before its first chunk. */
  received: (() => Pick<AssistantMessage, 'content' | 'reasoning' | 'reasoningMs'> & { sent: Sent }) | null;
}

/** A request, with the record that it was built from. */
interface Sent {
  connectionId: string;
  endpoint: Endpoint;
  target: RequestTarget;
  model: string;
  messageId: string;
  request: AIRequest;
  record: ChatRecord;
  /** Stored description of the request, for the request inspector. */
  kept: SentRequest;
}

/** Builds a request, and stores a description of it for the request inspector, together with the report of the page's changes. */
async function prepare(
  deps: LoopDeps,
  given: ReportedRecord,
  to: Pick<Sent, 'connectionId' | 'endpoint' | 'target' | 'model' | 'messageId'>,
  signal: AbortSignal,
): Promise<Sent> {
  const { model, messageId } = to;
  const { record, update, prompt, built } = await buildRequest(deps, given, to.target, signal);
  const { chat } = record;
  const run = currentRun(record);
  await reportPromptProblems(deps, run, prompt.problems);
  const { messages, cacheMarks, omissions } = built;
  logStrayResults(deps, run, omissions);
  const { streaming, parameters } = chat.settings;
  const request: AIRequest = {
    chatId: chat.id,
    model,
    messages,
    cacheMarks,
    tools: built.tools,
    toolChoice: 'auto',
    streaming,
    parameters,
  };
  const kept = describeSentRequest({
    id: deps.ids.newId(),
    chatId: chat.id,
    runId: run.id,
    kind: 'response',
    messageId,
    atMs: deps.clock.now(),
    model,
    prompt,
    messages,
    tools: built.tools,
    cacheMarks,
    omissions,
    snapshot: run.snapshot ?? null,
  });
  await deps.journal.keepSent(kept, update);
  if (update !== null) emitUpdate(deps, run, update);
  return { ...to, request, record: await reportPrunings(deps, record, omissions), kept };
}

/**
 * Sends the request, with retries as the retry policy allows. The text of an answer whose pieces contradict each other is
 * dropped before the retry, and kept only if no further attempt sends one.
 */
async function receive(
  deps: LoopDeps,
  first: Sent,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ response: AssembledResponse; reasoningMs: number; sent: Sent }> {
  let sent = first;
  let cause: StewardError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await stream(deps, sent, progress, signal);
    } catch (error) {
      if (signal.aborted || !isStewardError(error)) throw error;
      const { settings } = sent.record.chat;
      const { hasBegun } = progress;
      const delayMs = retryDelayMs({ settings, attempt, error, hasBegun, random: deps.random() });
      cause = causeOf(cause?.code === 'model-loading' ? null : cause, error);
      if (delayMs === null) throw cause;
      const run = currentRun(sent.record);
      if (hasBegun) {
        await deps.journal.addUsage(usageOf(deps, run, sent, progress));
        deps.events.emit(sourceOf(run), { type: 'response-restarted', messageId: sent.messageId });
      }
      Object.assign(progress, { isOut: false, hasBegun: false, usage: null });
      const attempts = attemptsFor(settings, error.code);
      const scheduled = { attempt, attempts, delayMs, error: toErrorInfo(cause) };
      deps.events.emit(sourceOf(run), { type: 'retry-scheduled', ...scheduled });
      await deps.timer.sleep(delayMs, signal);
    }
    // The wait may be up to an hour, so the page may have changed.
    const next = await reportPageChanges(deps, sent.record, signal);
    if (next.record !== sent.record || progress.hasRefusedMarks)
      sent = await prepare(deps, next, sent, signal);
  }
}

async function stream(
  deps: LoopDeps,
  given: Sent,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ response: AssembledResponse; reasoningMs: number; sent: Sent }> {
  const { endpoint, request, messageId, record } = given;
  let sent = given;
  const run = currentRun(record);
  const source = sourceOf(run);
  const hasCalled = conversation(record.messages).some(
    (message) => message.role === 'tool' && message.runId === run.id,
  );
  const assembler = createResponseAssembler(request.tools, hasCalled);
  const timer = createReasoningTimer(deps.clock);
  const ai = withPayloadLog(deps, record.chat, run.id);
  const received = () => ({ ...assembler.texts(), reasoningMs: timer.elapsedMs(), sent });
  signal.throwIfAborted();
  progress.isOut = true;
  for await (const chunk of ai.stream(endpoint, request, signal)) {
    if (chunk.type === 'cache-marks-refused') {
      progress.hasRefusedMarks = true;
      sent = await withoutMarks(deps, given, chunk.reason);
      continue;
    }
    if (chunk.type === 'queued') {
      const { type, ...wait } = chunk;
      progress.isOut = false;
      deps.events.emit(source, { type: 'request-queued', messageId, wait });
      continue;
    }
    if (chunk.type === 'sent') {
      progress.isOut = true;
      deps.events.emit(source, { type: 'request-sent', messageId });
      continue;
    }
    // Members are not shown to the user. If only they have arrived, the request can be repeated without duplicate text.
    progress.hasBegun ||= chunk.type !== 'members';
    progress.received = received;
    const part = assembler.add(chunk);
    progress.usage = assembler.usage();
    if (chunk.type === 'restart') {
      timer.restart();
      deps.events.emit(source, { type: 'response-restarted', messageId });
    } else if (chunk.type === 'content' || chunk.type === 'reasoning') {
      timer.saw(chunk.type);
      deps.events.emit(source, { type: 'chunk-received', messageId, kind: chunk.type, text: chunk.text });
    } else if (part !== null) {
      timer.saw('call');
      deps.events.emit(source, { type: 'tool-call-part-received', messageId, ...part });
    }
  }
  signal.throwIfAborted();
  return { response: assembler.finish(), reasoningMs: timer.elapsedMs(), sent };
}

/** Logs and stores that the endpoint refuses cache marks, and that this request went out without them. */
async function withoutMarks(deps: LoopDeps, sent: Sent, reason: string): Promise<Sent> {
  const { chat, run } = sent.record;
  deps.logger.warning(
    'ai_loop.cache_marks',
    'The endpoint refused the cache marks, so requests for this model go out without them.',
    { chatId: chat.id, runId: run?.id ?? null, data: { model: sent.model, reason } },
  );
  const kept = await noteCacheRefusal(deps, chat, sent.kept, reason);
  return { ...sent, kept, request: { ...sent.request, cacheMarks: [] } };
}

/** Stores and emits the problems that the run doesn't have yet: each request builds the same prompt again. */
async function reportPromptProblems(
  deps: LoopDeps,
  run: Run,
  problems: readonly PromptProblem[],
): Promise<void> {
  const stored = run.promptProblems ?? [];
  const all = new Map(
    [...stored, ...problems].map((problem) => [canonicalJson(problem as unknown as Json), problem]),
  );
  const added = [...all.values()].slice(stored.length);
  if (added.length === 0) return;
  await deps.journal.updateRun(run.id, { promptProblems: [...stored, ...added] }, {});
  deps.events.emit(sourceOf(run), {
    type: 'prompt-problems',
    messages: added.map(({ message }) => english(message)),
  });
}

/**
 * Logs an error if the record has results without a call. Such a record is damaged, since a result is stored after its
 * call. These results are not sent, and the request inspector lists them. Logs once for each run, since every request
 * of the run omits them.
 */
function logStrayResults(
  { logger }: Pick<LoopDeps, 'logger'>,
  { chatId, id: runId, round }: Run,
  omissions: readonly Omission[],
): void {
  const stray = omissions.find(({ reason }) => reason === 'without-call');
  if (stray === undefined || round > 0) return;
  const message = 'Results without a call are stored in this chat; they are left out of its requests.';
  logger.error('history.stray_results', message, { chatId, runId, data: { count: stray.count } });
}

/** Adds a row to the conversation for what the chat's settings newly leave out of a request. Returns the record with the rows. */
async function reportPrunings(
  deps: LoopDeps,
  record: ChatRecord,
  omissions: readonly Omission[],
): Promise<ChatRecord> {
  let messages = record.messages;
  for (const pruning of newPrunings(conversation(messages), omissions)) {
    const row = accountingRow(deps, {
      chatId: record.chat.id,
      position: nextPosition(messages),
      createdAtMs: deps.clock.now(),
      reason: 'Pruned',
      discardedMessages: 0,
      ...pruning,
    });
    messages = [...messages, await deps.journal.addAccounting(row)];
  }
  return messages === record.messages ? record : { ...record, messages };
}
