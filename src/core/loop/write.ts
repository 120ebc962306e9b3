import type { Execution, IntendedWrite } from '@/src/schema/call';
import type { PageStep } from '@/src/schema/observed-page';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { contextWithState } from '../adapter/context-with-state';
import { pageHashesOf } from '../adapter/page-hashes';
import { savedStateOf } from '../adapter/saving';
import { assertNever } from '../assert-never';
import { hashJson } from '../hash';
import { type SettledWrite, settledWrite } from '../page-history/close-write';
import { readingOf } from '../page-history/page-observer';
import type { WriteVerdict } from '../page-history/settle-write';
import type { GateAnswer } from '../policy/call-at-gate';
import type { PageReading } from '../ports/page-port';
import type { ExecutionOutcome } from '../records/execution-outcome';
import { english } from '../text/english';
import {
  appliedDespiteFailure,
  lateResult,
  notAppliedResult,
  partlyAppliedResult,
  type ShownWrite,
  uncertainResult,
} from '../tools/call-results';
import type { ToolDefinition } from '../tools/tool-definition';
import { type CallResult, callResult, type EndingWrite } from './call-result';

/** The gate's answer for a call that may change something. */
export type AllowedCall = Extract<GateAnswer, { kind: 'allowed' }>;

/**
 * A call's change of the page, from its intended effect to its outcome: it is intended, sent, answered, read and settled. The
 * functions of this file advance it and derive the rest; they neither send nor store anything.
 */
export interface Write {
  execution: Execution;
  /** Stored before the write is sent. */
  intended: IntendedWrite;
  /** The page before the write; null if a restart of the worker lost it. */
  before: PageReading | null;
  /**
   * The page's context after the write, as its dry run computed it; null if the dry run can't compute it, or a restart
   * of the worker lost it.
   */
  predicted: Json | null;
  /** The page's answer; null if there was none, or an unreadable one. */
  answer: ExecutionOutcome | null;
  /** The page after the write; null if unknown. */
  reading: PageReading | null;
  /** Uncertain until the write is settled. */
  verdict: WriteVerdict;
  /** For an interrupted write: the steps of the page's history that are attributed to it. */
  earlier?: readonly PageStep[];
}

/** The first state of an allowed write. */
export function intendWrite(
  adapter: AdapterDefinition,
  { effect }: ToolDefinition,
  execution: Execution,
  { dryRun, reading, after }: AllowedCall,
): Write {
  const saved = savedStateOf(adapter, reading.context);
  const intended: IntendedWrite = {
    page: reading.source.page,
    document: reading.source.document,
    before: { stateHash: reading.stateHash, savedHash: hashJson(saved) },
    after: dryRun.after,
    afterState: after === null ? null : adapter.restorableState(after),
    changes: after === null ? 0 : adapter.diffContext(reading.context, after, 0).length,
    savedBefore: effect === 'commit' ? saved : null,
    summary: english(dryRun.preview.summary),
  };
  return { ...storedWrite(execution, intended), before: reading, predicted: after };
}

/** Write of which only the stored part is known, e.g. after a restart of the worker. */
export function storedWrite(execution: Execution, intended: IntendedWrite): Write {
  const unknown = { before: null, predicted: null, answer: null, reading: null } as const;
  return { execution, intended, ...unknown, verdict: 'uncertain' };
}

/** The settled write if the page's answer and state hash agree with the dry run, so that no reading is needed; else null. */
export function settledByAnswer(adapter: AdapterDefinition, write: Write, sentAtMs: number): Write | null {
  const { answer, before, intended, predicted, execution } = write;
  // The state hash doesn't cover what a commit saves.
  if (answer === null || execution.effect === 'commit') return null;
  if (!answer.result.success) {
    const isUnchanged = answer.stateHashAfter === intended.before.stateHash;
    return isUnchanged ? { ...write, verdict: 'refused' } : null;
  }
  if (before === null || predicted === null || answer.stateHashAfter !== intended.after?.stateHash)
    return null;
  const { document: name, order } = answer;
  const source = { page: before.source.page, document: name, order, askedAtMs: sentAtMs };
  return { ...write, verdict: 'applied', reading: readingOf(adapter, predicted, source) };
}

/** The end of a settled write, as the page's history stores it. */
export function endOf(adapter: AdapterDefinition, write: Write): SettledWrite {
  const { execution, intended, reading, verdict, earlier = [] } = write;
  // Without a dry run, the write's changes can't be distinguished from others that followed it: none counts as its own.
  const isMixed =
    verdict === 'applied' && intended.after === null && reading?.stateHash !== leftHashOf(write);
  const seen =
    reading === null ? null : { ...reading, context: isRead(write, reading) ? reading.context : null };
  const end = settledWrite(execution.id, { verdict, reading: seen }, computedContext(adapter, write));
  return isMixed ? { ...end, wasMade: false } : { ...end, earlier };
}

/** The result of a settled write, with the end of the write. */
export function resultOfWrite(adapter: AdapterDefinition, write: Write): CallResult {
  const { intended, answer, reading, verdict } = write;
  const seen = (verdict === 'applied' || verdict === 'partly' ? reading?.context : null) ?? null;
  const context = computedContext(adapter, write) ?? seen;
  return callResult(toolResultOf(adapter, write), {
    stateHashBefore: intended.before.stateHash,
    // The answer's hash is exact; others may have changed the page before it was read again.
    stateHash: answer?.stateHashAfter ?? reading?.stateHash ?? null,
    write: {
      page: intended.page,
      settled: endOf(adapter, write),
      left: context === null ? null : leftPage(adapter, context, leftHashOf(write)),
    },
  });
}

/** Hash of the state that the write led to; null if unknown. */
function leftHashOf({ intended, answer, verdict }: Write): string | null {
  return verdict === 'applied' ? (intended.after?.stateHash ?? answer?.stateHashAfter ?? null) : null;
}

/**
 * True if the page was read after the write. If the verdict follows from the page's answer alone, the reading has the
 * answer's order number, and its context was computed by the dry run.
 */
function isRead({ answer }: Write, { source }: PageReading): boolean {
  return source.document !== answer?.document || source.order !== answer.order;
}

/**
 * The context with the dry run's state, without later changes by others; null if the write wasn't applied, or the dry run
 * computed none.
 */
function computedContext(
  adapter: AdapterDefinition,
  { before, intended, predicted, reading, verdict }: Write,
): Json | null {
  const context = (reading ?? before)?.context ?? null;
  if (verdict !== 'applied' || context === null || intended.afterState === null) return null;
  return contextWithState(adapter, context, intended.afterState) ?? predicted;
}

function leftPage(adapter: AdapterDefinition, context: Json, leftHash: string | null): EndingWrite['left'] {
  const hashes = pageHashesOf(adapter, context);
  const state = adapter.restorableState(context);
  return { context, state, ...hashes, isExact: hashes.stateHash === leftHash };
}

/** The result for the model: the tool's own if it agrees with the verdict. */
function toolResultOf(adapter: AdapterDefinition, write: Write): ToolResult {
  const { execution, intended, answer } = write;
  const { name, effect } = execution;
  switch (write.verdict) {
    case 'applied':
      if (answer === null) return lateResult(intended.summary);
      // A tool may switch the view and then fail to read it: the tool's own failure says so.
      return answer.result.success || effect === 'navigate'
        ? answer.result
        : appliedDespiteFailure(answer.result, intended.summary);
    case 'refused':
      return answer !== null && !answer.result.success ? answer.result : notAppliedResult(name);
    case 'partly':
      return partlyAppliedResult(name, shownIn(adapter, write), answer?.result.message ?? null);
    case 'uncertain':
      return uncertainResult(name, shownIn(adapter, write), isReloaded(write));
    default:
      return assertNever(write.verdict);
  }
}

/** True if the page was loaded again after it got the write. */
function isReloaded({ intended, reading }: Write): boolean {
  return reading !== null && intended.document !== undefined && reading.source.document !== intended.document;
}

/** The part of a write that the page shows; null if the page can't be read. */
function shownIn(adapter: AdapterDefinition, { before, intended, reading }: Write): ShownWrite | null {
  if (reading === null) return null;
  const { afterState, changes: total = 0 } = intended; // 0 in rows of an older version.
  const after = contextWithState(adapter, reading.context, afterState);
  const rest = after === null ? total : adapter.diffContext(reading.context, after, 0).length;
  const stateOf = (context: Json) => adapter.restorableState(context);
  const differences = before && adapter.diffState(stateOf(before.context), stateOf(reading.context));
  return {
    differences: differences?.map(({ kind, text }) => `${kind} ${english(text)}`) ?? null,
    parts: rest < total ? { done: total - rest, total } : null,
  };
}
