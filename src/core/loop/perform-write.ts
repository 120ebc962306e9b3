import type { Chat } from '@/src/schema/chat';
import { adapterFor } from '../adapter/adapter-of-chat';
import { isStewardError } from '../errors';
import { neverSent } from '../page-history/close-write';
import {
  answeredBy,
  NO_ANSWER,
  OPEN_CODES,
  settleWrite,
  type WriteAnswer,
} from '../page-history/settle-write';
import type { CallAtGate } from '../policy/call-at-gate';
import type { NewCheckpoint } from '../ports/new-checkpoint';
import type { HistoryChange } from '../ports/page-history';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { ChatRecord } from '../records/record-access';
import { changesPage } from '../records/tool-effect';
import type { ToolDefinition } from '../tools/tool-definition';
import type { LoopDeps } from './agent-loop';
import type { CallResult } from './call-result';
import { progressReport } from './change-status';
import { nextCheckpoint } from './take-checkpoint';
import { type AllowedCall, endOf, intendWrite, resultOfWrite, settledByAnswer, type Write } from './write';

/** A write that is stored next, in one transaction with the response's checkpoint, and sent after that. */
interface PreparedWrite {
  write: Write;
  /** Null if the response has one, or the call needs none. */
  checkpoint: NewCheckpoint | null;
}

/**
 * Prepares the write of an allowed call, with the response's checkpoint. The caller stores both, with the write's
 * {@link openingOf}, before it sends the write. Rejects with `storage`.
 */
export async function prepareWrite(
  deps: LoopDeps,
  record: ChatRecord,
  { response, calls, execution, tool }: Omit<CallAtGate, 'args'>,
  allowed: AllowedCall,
): Promise<PreparedWrite> {
  const { chat } = record;
  const known = await deps.journal.knownPage(chat.id);
  // No checkpoint for a tool of the page itself: Steward can't restore what it changes.
  const checkpoint =
    changesPage(tool.effect) && tool.pageTool === undefined
      ? await nextCheckpoint(deps, record, { response, calls }, known, allowed.reading)
      : null;
  return { write: intendWrite(adapterFor(chat, deps.adapters), tool, execution, allowed), checkpoint };
}

/** The change of the page's history that marks a write as in progress. */
export function openingOf(
  { observer }: LoopDeps,
  chat: Chat,
  { execution, intended, predicted }: Write,
  { reading }: AllowedCall,
): HistoryChange {
  const executionId = execution.id;
  const cause = { kind: 'execution' as const, chatId: chat.id, chatTitle: chat.title, executionId };
  return observer.opening(chat, {
    executionId,
    cause,
    reading,
    after: intended.after,
    afterContext: predicted,
  });
}

/**
 * Sends a stored write and determines its outcome: from the page's answer if that is certain, else by reading the page again.
 * Rejects with the page's error if nothing was written, and with `page-gone` or the signal's reason if the outcome is
 * unknown; it is then determined later from the stored intended effect. Until then the write has ended as uncertain in the page's
 * history: observed changes are attributed to it only if they are its whole effect.
 */
export async function performWrite(
  deps: LoopDeps,
  record: ChatRecord,
  tool: ToolDefinition,
  write: Write,
  { args, token, reading }: Pick<AllowedCall, 'args' | 'token' | 'reading'>,
  signal: AbortSignal,
): Promise<CallResult> {
  const { chat } = record;
  const { execution, intended } = write;
  const { id: executionId } = execution;
  const unsent = () => deps.observer.closing(chat, intended.page, neverSent(executionId));
  if (signal.aborted) {
    // Record it now: a later reading of the page can't distinguish an unsent call from one that was sent without effect.
    await deps.journal.markUnsent(executionId, execution.state, unsent());
    throw signal.reason;
  }
  const sentAtMs = deps.clock.now();
  let answer: ExecutionOutcome | null;
  try {
    const report = progressReport(deps, record, executionId);
    const request = { executionId, tool: tool.name, args, timeoutMs: tool.timeoutMs, token, reading, report };
    answer = await deps.page.execute(chat, request, signal);
  } catch (error) {
    const isOpen = isStewardError(error) && OPEN_CODES.includes(error.code);
    if (!isOpen || signal.aborted) {
      // A page that refused the write didn't change. Otherwise the outcome is determined later.
      const isRefused = isStewardError(error) && !signal.aborted && error.code !== 'page-gone';
      if (isRefused) await deps.observer.store(unsent());
      else await end(deps, chat, write);
      throw error;
    }
    answer = null;
  }
  const answered = { ...write, answer };
  const settled = settledByAnswer(adapterFor(chat, deps.adapters), answered, sentAtMs);
  return settled === null
    ? settleByReading(deps, chat, answered, NO_ANSWER, signal)
    : settledResult(deps, chat, settled);
}

/**
 * Reads the page to determine the outcome of a write. `unanswered`: the facts about a write without an answer.
 * Rejects as {@link settleWrite} does.
 */
export async function settleByReading(
  deps: LoopDeps,
  chat: Chat,
  write: Write,
  unanswered: WriteAnswer,
  signal: AbortSignal,
): Promise<CallResult> {
  const { execution, intended, answer } = write;
  const sent = { ...intended, executionId: execution.id, effect: execution.effect };
  const facts = answer === null ? unanswered : answeredBy(answer);
  const { verdict, reading } = await settleWrite(deps, chat, sent, facts, signal).catch(
    async (error: unknown) => {
      await end(deps, chat, write);
      throw error;
    },
  );
  return settledResult(deps, chat, { ...write, verdict, reading });
}

/** The result of a settled write. The write ends in the page's history when the result is stored. */
async function settledResult(deps: LoopDeps, chat: Chat, write: Write): Promise<CallResult> {
  // Without a dry run, the write's changes can't be distinguished from later ones by others. So the write ends with this reading, before
  // others can change the page again.
  if (write.intended.afterState === null) await end(deps, chat, write);
  return resultOfWrite(adapterFor(chat, deps.adapters), write);
}

/** Ends a write in the page's history alone. */
async function end({ observer, adapters }: LoopDeps, chat: Chat, write: Write): Promise<void> {
  await observer.store(observer.closing(chat, write.intended.page, endOf(adapterFor(chat, adapters), write)));
}
