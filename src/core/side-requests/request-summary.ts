import type { Message } from '@/src/schema/message';
import { hasCode, textError } from '../errors';
import type { AIStreamChunk } from '../llm/ai-service';
import type { SummaryRows } from '../records/live-summary';
import { conversation } from '../records/message';
import { assertLiving, type ChatRecord, nextPosition } from '../records/record-access';
import { SUMMARY_INSTRUCTION } from './instructions';
import { type PreparedSideRequest, prepareSideRequest, type SideRequest } from './prepare-side-request';
import { type SideAnswer, sendSideRequest } from './send-side-request';
import type { SideDeps } from './side-deps';
import { assertOver, messagesBefore } from './summary-rules';

/** Number of smaller requests for a summary after the whole conversation turned out to be too long. */
const MAX_SMALLER = 4;

/** Size of a smaller request, as a fraction of the one before. */
const SMALLER_SHARE = 0.6;

/** Maximum characters of a tool result in a request for a summary that has to be smaller. */
const SHORT_RESULT_CHARACTERS = 1_000;

/**
 * Requests a summary of the conversation and stores it as a draft. Rejects with `busy` while a run of the chat isn't over,
 * `conflict` while another draft is open or if what it covers was set aside meanwhile, `not-found` if there is nothing to summarize
 * or the chat is deleted, or as {@link sendSideRequest} does.
 */
export async function requestSummary(deps: SideDeps, chatId: string, signal: AbortSignal): Promise<void> {
  const record = await deps.journal.load(chatId);
  signal.throwIfAborted();
  assertLiving(record.chat);
  assertOver(record);
  assertNeedsSummary(record);
  const rows: SummaryRows = {
    requestId: deps.ids.newId(),
    messageId: deps.ids.newId(),
    after: nextPosition(record.messages) - 1,
  };
  const requestedAtMs = deps.clock.now();
  const { answer, prepared } = await sendFitting(deps, record, rows, signal);
  const base = { chatId, runId: null, discardedBy: null };
  const leftOut = trimmedMessages(prepared);
  const isStored = await deps.journal.storeSide({
    chatId,
    after: rows.after,
    covers: conversation(record.messages).at(-1)?.id ?? null,
    messages: [
      {
        ...base,
        role: 'system-summary',
        id: rows.requestId,
        createdAtMs: requestedAtMs,
        content: SUMMARY_INSTRUCTION,
      },
      {
        ...base,
        role: 'summary',
        id: rows.messageId,
        createdAtMs: deps.clock.now(),
        content: answer.text,
        model: prepared.request.model,
        ...(leftOut === 0 ? {} : { leftOut }),
        state: 'draft',
      },
    ],
    usage: answer.usage,
    title: null,
  });
  if (isStored) return;
  throw textError('conflict', 'error.sideRequests.changed');
}

interface AnsweredRequest {
  answer: SideAnswer;
  prepared: PreparedSideRequest;
}

/**
 * Sends the request for a summary, and if the conversation is too long for the model, with a part of it: shorter
 * results, and without the oldest messages. The summary then states how many it does not cover.
 */
async function sendFitting(
  deps: SideDeps,
  record: ChatRecord,
  rows: SummaryRows,
  signal: AbortSignal,
): Promise<AnsweredRequest> {
  const { id: chatId } = record.chat;
  const sideRequest = {
    kind: 'summary',
    messageId: rows.messageId,
    instruction: SUMMARY_INSTRUCTION,
    excerpt: null,
  } as const;
  const begin = () => deps.onSummary(chatId, { type: 'started', ...rows });
  const watch = (chunk: AIStreamChunk) => {
    if (chunk.type === 'restart') begin();
    if (chunk.type === 'content') deps.onSummary(chatId, { type: 'text', text: chunk.text });
  };
  let prepared = await prepareSideRequest(deps, record, sideRequest);
  for (let smaller = 0; ; smaller += 1) {
    begin();
    try {
      const answer = await sendSideRequest(deps, prepared, watch, signal);
      return { answer, prepared };
    } catch (error) {
      if (!hasCode(error, 'context-too-long') || smaller === MAX_SMALLER) throw error;
      prepared = await prepareSmaller(deps, record, sideRequest, prepared.sentRequest.tokens.total, error);
    }
  }
}

/** Throws the endpoint's error if what every request contains is too long for the smaller request. */
async function prepareSmaller(
  deps: SideDeps,
  record: ChatRecord,
  sideRequest: SideRequest,
  tokens: number,
  tooLong: unknown,
): Promise<PreparedSideRequest> {
  try {
    return await prepareSideRequest(
      deps,
      withinBudget(record, Math.floor(tokens * SMALLER_SHARE)),
      sideRequest,
    );
  } catch (error) {
    throw hasCode(error, 'over-budget') ? tooLong : error;
  }
}

function withinBudget(record: ChatRecord, budgetTokens: number): ChatRecord {
  const { chat } = record;
  const settings = {
    ...chat.settings,
    toolResultLimit: Math.min(chat.settings.toolResultLimit, SHORT_RESULT_CHARACTERS),
    trimOldest: { enabled: true, budgetTokens },
  };
  return { ...record, chat: { ...chat, settings } };
}

function trimmedMessages({ sentRequest }: PreparedSideRequest): number {
  return sentRequest.omissions
    .filter(({ what, reason }) => what === 'messages' && reason === 'trimmed')
    .reduce((sum, { count }) => sum + count, 0);
}

function assertNeedsSummary({ messages }: ChatRecord): void {
  const current = conversation(messages);
  if (current.some((message) => message.role === 'summary' && message.state === 'draft')) {
    throw textError('conflict', 'error.sideRequests.draftWaits');
  }
  const last: Message | undefined = current.at(-1);
  if (last !== undefined && messagesBefore(current, last.position + 1).length > 0) return;
  throw textError('not-found', 'error.sideRequests.nothing', { remedy: 'remedy.sendFirst' });
}
