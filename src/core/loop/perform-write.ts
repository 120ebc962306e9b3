import type { AdapterDefinition } from '../adapter/adapter-definition';
import { adapterFor } from '../adapter/adapter-of-chat';
import { contextWithState } from '../adapter/context-with-state';
import { pageHashesOf } from '../adapter/page-hashes';
import { assertNever } from '../assert-never';
import { isStewardError } from '../errors';
import { hashJson } from '../hash';
import type { Json, JsonObject } from '../json';
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
import type { StateDifference } from '../records/change';
import type { Chat } from '../records/chat';
import type { CallPlan } from '../records/dry-run';
import type { ExecutionOutcome } from '../records/execution-outcome';
import type { HistoryPlace } from '../records/observed-page';
import type { Execution, IntendedWrite } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import type { WriteToken } from '../records/write-token';
import {
  appliedAllTheSame,
  lateResult,
  notAppliedResult,
  partlyAppliedResult,
  uncertainResult,
} from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import type { LoopDeps } from './agent-loop';
import { callResult, type CallResult, type WrittenPage } from './call-result';

/** A write that may be sent: what it does, and the page that it starts from. */
export interface AllowedWrite {
  execution: Execution;
  tool: ToolDefinition;
  args: JsonObject;
  token: WriteToken;
  plan: Extract<CallPlan, { kind: 'change' }>;
  reading: PageReading;
  /** The page's context after it; null where nobody can tell beforehand. */
  after: Json | null;
}

/** What a write is to do, for the journal. Rejects with `storage`. */
export async function intendedWrite(deps: LoopDeps, chat: Chat, write: AllowedWrite): Promise<IntendedWrite> {
  const adapter = adapterFor(chat, deps.adapters);
  const { plan, reading, tool } = write;
  const left = (await deps.journal.knownPage(chat.id))?.own ?? null;
  const saved = adapter.savedState(reading.context);
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
 * Sends a write and settles what it came to: by the page's answer where that is beyond doubt, else by reading the page
 * again. Rejects where nothing was done, with the page's error, and with `page-gone` or the signal's reason where
 * nobody can tell yet; the journal's row then says what to look for.
 */
export async function performWrite(
  deps: LoopDeps,
  chat: Chat,
  write: AllowedWrite,
  intended: IntendedWrite,
  signal: AbortSignal,
): Promise<CallResult> {
  const { execution, tool, args, token, reading, plan } = write;
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
  const sentAtMs = deps.clock.now();
  let outcome: ExecutionOutcome | null;
  try {
    const request = { executionId: execution.id, tool: tool.name, args, timeoutMs: tool.timeoutMs, token };
    outcome = await deps.page.execute(chat, request, signal);
  } catch (error) {
    const isOpen = isStewardError(error) && OPEN_CODES.includes(error.code);
    if (!isOpen || signal.aborted) {
      // A page that refused has not made it. Else the call is settled later, and its effect may be seen before that.
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

/** A write that was sent, with all that is known of it. */
interface SentWrite {
  execution: Execution;
  /** The tool's. */
  name: string;
  intended: IntendedWrite;
  /** The page's answer; null if none came that can be read. */
  outcome: ExecutionOutcome | null;
  /** The page before it; null where a restart of the worker lost it. */
  before: PageReading | null;
}

/** The result of a settled write, and its end in the page's history. */
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
    // The page's own word is exact: others may have changed the page before it was read again.
    stateHash: outcome?.stateHashAfter ?? reading?.stateHash ?? null,
    left: exact === null ? leftPage(adapter, seen, now, leftHash) : leftPage(adapter, exact, made, leftHash),
  });
}

/**
 * Whether the page was read after the write. If the verdict rests on the page's answer alone, the reading has the
 * answer's look number, and its context was computed from the plan.
 */
function isRead({ source }: PageReading, outcome: ExecutionOutcome | null): boolean {
  return source.document !== outcome?.document || source.order !== outcome.order;
}

/** The context with the planned state, whatever others changed after the write; null if there is no plan. */
function plannedContext(
  adapter: AdapterDefinition,
  { before, intended }: SentWrite,
  reading: PageReading | null,
): Json | null {
  const context = (reading ?? before)?.context ?? null;
  if (context === null || intended.afterState === null) return null;
  return contextWithState(adapter, context, intended.afterState);
}

/** `leftHash`: hash of the state that the write led to; null if that isn't known. */
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

/** A verdict that needs no reading: the page's word and the hash that it observed agree with what was planned. */
function verdictByAnswer(
  deps: LoopDeps,
  chat: Chat,
  { tool, plan, reading, after }: AllowedWrite,
  outcome: ExecutionOutcome | null,
  sentAtMs: number,
): SettledVerdict | null {
  // What a commit saves isn't in the state's hash.
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

/** The result that the model gets: the tool's own where it fits the verdict. */
function resultFor(
  { execution, name, intended, outcome }: SentWrite,
  verdict: WriteVerdict,
  differences: StateDifference[] | null,
): ToolResult {
  switch (verdict) {
    case 'applied':
      if (outcome === null) return lateResult(intended.summary);
      // Going to another view may succeed while what it shows can't be had: the tool's own failure says so.
      return outcome.result.success || execution.effect === 'navigate'
        ? outcome.result
        : appliedAllTheSame(outcome.result, intended.summary);
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
