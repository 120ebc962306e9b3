import type { Execution, IntendedWrite } from '@/src/schema/call';
import type { StateDifference } from '@/src/schema/change';
import type { Chat } from '@/src/schema/chat';
import type { CallDryRun } from '@/src/schema/dry-run';
import type { HistoryPlace } from '@/src/schema/observed-page';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { contextWithState } from '../adapter/context-with-state';
import { pageHashesOf } from '../adapter/page-hashes';
import { savedStateOf } from '../adapter/saving';
import { assertNever } from '../assert-never';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import { neverSent } from '../page-history/close-write';
import { readingOf } from '../page-history/page-observer';
import {
  answeredBy,
  NO_ANSWER,
  OPEN_CODES,
  type SettledVerdict,
  settleWrite,
  type WriteAnswer,
  type WriteVerdict,
  wasMade,
} from '../page-history/settle-write';
import type { PageReading } from '../ports/page-port';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { WriteToken } from '../records/write-token';
import {
  appliedDespiteFailure,
  lateResult,
  notAppliedResult,
  partlyAppliedResult,
  uncertainResult,
} from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import type { LoopDeps } from './agent-loop';
import { type CallResult, callResult, type WrittenPage } from './call-result';

/** A write that was allowed: its dry run, its token, and the page that it starts from. */
export interface AllowedWrite {
  execution: Execution;
  tool: ToolDefinition;
  args: JsonObject;
  token: WriteToken;
  dryRun: Extract<CallDryRun, { kind: 'change' }>;
  reading: PageReading;
  /** The page's context after the write; null if the dry run can't compute it. */
  after: Json | null;
}

/** The intended effect of a write, stored before it is sent. Rejects with `storage`. */
export async function intendedWrite(deps: LoopDeps, chat: Chat, write: AllowedWrite): Promise<IntendedWrite> {
  const adapter = adapterFor(chat, deps.adapters);
  const { dryRun: plan, reading, tool } = write;
  const left = (await deps.journal.knownPage(chat.id))?.own ?? null;
  const saved = savedStateOf(adapter, reading.context);
  return {
    page: reading.source.page,
    document: reading.source.document,
    before: { stateHash: reading.stateHash, savedHash: hashJson(saved) },
    after: plan.after,
    afterState: write.after === null ? null : adapter.restorableState(write.after),
    savedBefore: tool.effect === 'commit' ? saved : null,
    summary: plan.preview.summary,
    followsOthers: left !== null && (await deps.observer.othersSince(chat, left, reading)).length > 0,
  };
}

/**
 * Sends a write and determines its outcome: from the page's answer if that is certain, else by reading the page again.
 * Rejects with the page's error if nothing was written, and with `page-gone` or the signal's reason if the outcome is
 * unknown; it is then determined later from the stored intended effect.
 */
export async function performWrite(
  deps: LoopDeps,
  chat: Chat,
  write: AllowedWrite,
  intended: IntendedWrite,
  signal: AbortSignal,
): Promise<CallResult> {
  const { execution, tool, args, token, reading, dryRun: plan } = write;
  const cause = {
    kind: 'execution' as const,
    chatId: chat.id,
    chatTitle: chat.title,
    executionId: execution.id,
  };
  await deps.observer.openWrite(chat, {
    executionId: execution.id,
    cause,
    reading,
    after: plan.after,
    afterContext: write.after,
  });
  if (signal.aborted) {
    // Record it now: a later reading of the page can't distinguish an unsent call from one that was sent without effect.
    await deps.observer.closeWrite(chat, intended.page, neverSent(execution.id));
    await deps.journal.markUnsent(execution.id, execution.state);
    throw signal.reason;
  }
  const sentAtMs = deps.clock.now();
  let outcome: ExecutionOutcome | null;
  try {
    const call = { executionId: execution.id, tool: tool.name, args, timeoutMs: tool.timeoutMs };
    const request = { ...call, token, reading };
    outcome = await deps.page.execute(chat, request, signal);
  } catch (error) {
    const isOpen = isStewardError(error) && OPEN_CODES.includes(error.code);
    if (!isOpen || signal.aborted) {
      // A page that refused made no change. Otherwise the outcome is determined later, and readings may show the
      // change before.
      const isRefused = isStewardError(error) && !signal.aborted && error.code !== 'page-gone';
      const { id: executionId } = execution;
      await deps.observer.closeWrite(
        chat,
        intended.page,
        isRefused
          ? neverSent(executionId)
          : { executionId, reading: null, left: null, wasMade: null, mayArriveLate: true },
      );
      throw error;
    }
    outcome = null;
  }
  const settled =
    verdictByAnswer(deps, chat, write, outcome, sentAtMs) ??
    (await settleWrite(
      deps,
      chat,
      { ...intended, executionId: execution.id, effect: execution.effect },
      answerOf(outcome),
      signal,
    ));
  return settledResult(
    deps,
    chat,
    { execution, name: tool.name, intended, outcome, before: reading },
    settled,
  );
}

/** A write that was sent, with everything known about it. */
interface SentWrite {
  execution: Execution;
  /** The tool's name. */
  name: string;
  intended: IntendedWrite;
  /** The page's answer; null if there was none, or an unreadable one. */
  outcome: ExecutionOutcome | null;
  /** The page before the write; null if a restart of the worker lost it. */
  before: PageReading | null;
}

/** The result of a write whose outcome is known. Closes the write in the page's history. */
export async function settledResult(
  deps: LoopDeps,
  chat: Chat,
  sent: SentWrite,
  { verdict, reading }: SettledVerdict,
): Promise<CallResult> {
  const { execution, intended, outcome } = sent;
  const adapter = adapterFor(chat, deps.adapters);
  const isApplied = verdict === 'applied';
  const exact = isApplied ? plannedContext(adapter, sent, reading) : null;
  const leftHash = isApplied ? (intended.after?.stateHash ?? outcome?.stateHashAfter ?? null) : null;
  // Without a plan, the write's changes can't be distinguished from others that followed it: none counts as its own.
  const isMixed = isApplied && intended.after === null && reading?.stateHash !== leftHash;
  const { now, made } = await deps.observer.closeWrite(chat, intended.page, {
    executionId: execution.id,
    reading:
      reading === null ? null : { ...reading, context: isRead(reading, outcome) ? reading.context : null },
    left: exact,
    wasMade: isMixed ? false : wasMade(verdict),
    // An applied write that no reading has shown yet will be shown by a later reading.
    mayArriveLate: verdict === 'uncertain' || (verdict === 'applied' && reading === null),
  });
  const differences =
    sent.before === null || reading === null
      ? null
      : adapter.diffState(
          adapter.restorableState(sent.before.context),
          adapter.restorableState(reading.context),
        );
  const seen = (isApplied || verdict === 'partly' ? reading?.context : null) ?? null;
  return callResult(resultFor(sent, verdict, differences), {
    stateHashBefore: intended.before.stateHash,
    // The answer's hash is exact; others may have changed the page before it was read again.
    stateHash: outcome?.stateHashAfter ?? reading?.stateHash ?? null,
    left: exact === null ? leftPage(adapter, seen, now, leftHash) : leftPage(adapter, exact, made, leftHash),
  });
}

/**
 * True if the page was read after the write. If the verdict follows from the page's answer alone, the reading has the
 * answer's order number, and its context was computed by the dry run.
 */
function isRead({ source }: PageReading, outcome: ExecutionOutcome | null): boolean {
  return source.document !== outcome?.document || source.order !== outcome.order;
}

/** The context with the dry run's state, without later changes by others; null if the dry run computed none. */
function plannedContext(
  adapter: AdapterDefinition,
  { before, intended }: SentWrite,
  reading: PageReading | null,
): Json | null {
  const context = (reading ?? before)?.context ?? null;
  if (context === null || intended.afterState === null) return null;
  return contextWithState(adapter, context, intended.afterState);
}

/** The page after a write. `leftHash`: hash of the state that the write led to; null if unknown. */
function leftPage(
  adapter: AdapterDefinition,
  context: Json | null,
  at: HistoryPlace,
  leftHash: string | null,
): WrittenPage | null {
  if (context === null) return null;
  const hashes = pageHashesOf(adapter, context);
  const state = adapter.restorableState(context);
  return { context, at, state, ...hashes, isExact: hashes.stateHash === leftHash };
}

/** The verdict if the page's answer and state hash agree with the dry run, so that no reading is needed; else null. */
function verdictByAnswer(
  deps: LoopDeps,
  chat: Chat,
  { tool, dryRun: plan, reading, after }: AllowedWrite,
  outcome: ExecutionOutcome | null,
  sentAtMs: number,
): SettledVerdict | null {
  // The state hash doesn't cover what a commit saves.
  if (outcome === null || tool.effect === 'commit') return null;
  const { success } = outcome.result;
  if (!success) {
    return outcome.stateHashAfter === reading.stateHash
      ? { verdict: 'refused', reading: null, error: null }
      : null;
  }
  if (after === null || outcome.stateHashAfter !== plan.after?.stateHash) return null;
  return {
    verdict: 'applied',
    error: null,
    reading: readingOf(adapterFor(chat, deps.adapters), after, {
      page: reading.source.page,
      document: outcome.document,
      order: outcome.order,
      askedAtMs: sentAtMs,
    }),
  };
}

function answerOf(outcome: ExecutionOutcome | null): WriteAnswer {
  return outcome === null ? NO_ANSWER : answeredBy(outcome);
}

/** The result for the model: the tool's own if it agrees with the verdict. */
function resultFor(
  { execution, name, intended, outcome }: SentWrite,
  verdict: WriteVerdict,
  differences: StateDifference[] | null,
): ToolResult {
  switch (verdict) {
    case 'applied':
      if (outcome === null) return lateResult(intended.summary);
      // A tool may switch the view and then fail to read it: its own failure says so.
      return outcome.result.success || execution.effect === 'navigate'
        ? outcome.result
        : appliedDespiteFailure(outcome.result, intended.summary);
    case 'refused':
      return outcome !== null && !outcome.result.success ? outcome.result : notAppliedResult(name);
    case 'partly':
      return partlyAppliedResult(name, differences, outcome?.result.message ?? null);
    case 'uncertain':
      return uncertainResult(name, differences);
    default:
      return assertNever(verdict);
  }
}
