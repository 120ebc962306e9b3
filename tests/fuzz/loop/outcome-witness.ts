import { type PageHashes, pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { ToolMessage } from '@/src/core/chat/message';
import type { Json } from '@/src/core/json';
import type { Execution, IntendedWrite } from '@/src/core/loop/run';
import type { MemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter } from './fuzz-adapter';
import type { FuzzPage } from './fuzz-page';
import type { Problems } from './problems';
import type { TrueHistory } from './true-history';

/** Compares what the results of calls say with what the page did. */
export interface OutcomeWitness {
  onExecution(old: Execution | null, now: Execution): void;
  onResult(message: ToolMessage): void;
  /** At the end of a case: what was said not to have happened must not have happened since. */
  checkEnd(): void;
}

/** A call as it was when it was sent. */
interface Sent {
  /** Number of the page's transitions until then. */
  moment: number;
  troubles: number;
  /** Whether something was wrong with the page already. */
  isTroubled: boolean;
}

/** Results of calls that were not sent, or that the page refused. */
const NEVER_RAN = [
  'cancelled',
  'denied_by_policy',
  'rejected_by_user',
  'page_changed',
  'not_authorised',
  'unknown_tool',
];

/** Of one chat; `tables`: as the chat sees them. */
export function createOutcomeWitness(deps: {
  tables: MemoryTables;
  page: FuzzPage;
  history: TrueHistory;
  /** Times that something failed so far, or was broken off. */
  troubles(): number;
  /** Whether something is wrong with the page now. */
  isTroubled(): boolean;
  problems: Problems;
}): OutcomeWitness {
  const { tables, page, history, problems } = deps;
  const sent = new Map<string, Sent>();
  /** Calls whose result says that they had no effect, and that had none until then. */
  const withoutEffect = new Set<string>();

  /** Whether the page was read, since the call was sent and since it ran, in the state before the call, or after it. */
  function wasSeen(
    executionId: string,
    { before, after }: IntendedWrite,
    which: 'before' | 'after',
  ): boolean {
    const wanted: PageHashes | null = which === 'before' ? before : after;
    const from = Math.max(sent.get(executionId)?.moment ?? 0, history.momentOf(executionId) ?? 0);
    return history.readings().some((moment) => {
      const found = pageHashesOf(fuzzAdapter, history.stateAt(moment) as unknown as Json);
      // What is saved counts only for a call that saves.
      const isSaved = before.savedHash === after?.savedHash || found.savedHash === wanted?.savedHash;
      return moment >= from && found.stateHash === wanted?.stateHash && isSaved;
    });
  }

  /** What is wrong with the result of a change; null if it is true. */
  function problemOf({ executionId, name, result }: ToolMessage, { write }: Execution): string | null {
    const times = page.timesExecuted(executionId);
    const claim = `the result of ${name} says ${result.error_code ?? 'that it succeeded'}`;
    if (write === null) return null;
    if (result.success) {
      return times === 1 || wasSeen(executionId, write, 'after')
        ? null
        : `${claim}, but it was carried out ${times} times`;
    }
    switch (result.error_code) {
      case 'not_applied':
        return times === 0 || wasSeen(executionId, write, 'before')
          ? null
          : `${claim}, but it was carried out`;
      case 'partly_applied':
        return isMixed(executionId) ? null : `${claim}, but nothing else changed the page`;
      case 'outcome_unknown':
        return isTroubled(executionId) ? null : `${claim}, but nothing was wrong with the page`;
      default:
        return null;
    }
  }

  /** Whether the page was changed in another way while a call was under way. */
  function isMixed(executionId: string): boolean {
    return history
      .transitions()
      .slice(sent.get(executionId)?.moment ?? 0)
      .some(({ cause }) => cause.kind !== 'execution' || cause.executionId !== executionId);
  }

  function isTroubled(executionId: string): boolean {
    const { troubles = 0, isTroubled: wasTroubled = false } = sent.get(executionId) ?? {};
    return wasTroubled || deps.troubles() > troubles;
  }

  return {
    onExecution(old, now) {
      if (now.state !== 'started' || old?.state === 'started') return;
      sent.set(now.id, {
        moment: history.transitions().length,
        troubles: deps.troubles(),
        isTroubled: deps.isTroubled(),
      });
    },
    onResult(message) {
      const execution = tables.executions.get(message.executionId);
      if (execution === undefined) return;
      const problem = problemOf(message, execution);
      if (problem !== null) problems.add(problem);
      const { error_code: code = '' } = message.result;
      const times = page.timesExecuted(message.executionId);
      if (NEVER_RAN.includes(code) && times > 0)
        problems.add(`${message.name} ran, but its result says ${code}`);
      if ([...NEVER_RAN, 'not_applied'].includes(code) && times === 0) withoutEffect.add(message.executionId);
    },
    checkEnd() {
      for (const message of tables.messages.all()) {
        if (message.role !== 'tool' || !withoutEffect.has(message.executionId)) continue;
        if (page.timesExecuted(message.executionId) > 0) {
          problems.add(`${message.name} ran after its result said ${message.result.error_code}`);
        }
      }
    },
  };
}
