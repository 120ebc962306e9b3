import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import type { Execution, IntendedWrite } from '@/src/schema/call';
import type { ToolMessage } from '@/src/schema/message';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { Json } from '@/src/schema/values/json';
import type { MemoryTables } from '../../fakes/memory-tables';
import { fuzzAdapter } from './fuzz-adapter';
import type { FuzzPage } from './fuzz-page';
import type { Problems } from './problems';
import type { TrueHistory } from './true-history';

/** Checks that the results of calls agree with what the page did. */
export interface OutcomeChecker {
  onExecution(old: Execution | null, now: Execution): void;
  onResult(message: ToolMessage): void;
  /** Checks that no call ran after its result had reported a failure before it ran. */
  check(): void;
}

/** The situation when a call was sent. */
interface Sent {
  /** Number of the page's transitions. */
  moment: number;
  /** Number of readings of the page. */
  readings: number;
  faultCount: number;
  /** True if the page was silent or closed. */
  isPageUnavailable: boolean;
}

/** Error codes of calls that were never sent, or that the page refused. */
const NEVER_RAN = [
  'cancelled',
  'denied_by_policy',
  'rejected_by_user',
  'page_changed',
  'not_authorised',
  'unknown_tool',
];

/** Error code of a call of unknown outcome: it may have taken effect, or may still do so. */
const UNKNOWN = 'outcome_unknown';

/** For one chat. `tables`: that chat's rows. */
export function createOutcomeChecker(deps: {
  tables: MemoryTables;
  page: FuzzPage;
  history: TrueHistory;
  /** Number of faults and interruptions so far. */
  faultCount(): number;
  /** True while the page is silent or closed. */
  isPageUnavailable(): boolean;
  problems: Problems;
}): OutcomeChecker {
  const { tables, page, history, problems } = deps;
  const sent = new Map<string, Sent>();
  /** By execution id: the result's claim, for calls that failed before the page carried them out. */
  const notRun = new Map<string, string>();

  /**
   * True if the page was read in the call's state `before` or `after`, since the call was sent and, if it ran, since
   * then.
   */
  function wasSeen(
    executionId: string,
    { before, after }: IntendedWrite,
    which: 'before' | 'after',
  ): boolean {
    const wanted: PageHashes | null = which === 'before' ? before : after;
    const from = history.momentOf(executionId) ?? 0;
    const readings = history.readings().slice(sent.get(executionId)?.readings ?? 0);
    return readings.some((moment) => {
      const found = pageHashesOf(fuzzAdapter, history.stateAt(moment) as unknown as Json);
      // The saved state matters only for a call that saves.
      const isSaved = before.savedHash === after?.savedHash || found.savedHash === wanted?.savedHash;
      return moment >= from && found.stateHash === wanted?.stateHash && isSaved;
    });
  }

  /** The contradiction between a result and what the page did; null if there is none. */
  function problemOf({ executionId, name, result }: ToolMessage, { write }: Execution): string | null {
    const times = page.timesExecuted(executionId);
    const claim = claimOf({ name, result });
    const isSeen = (which: 'before' | 'after') => write !== null && wasSeen(executionId, write, which);
    if (result.error_code === UNKNOWN) {
      const isDecidable = write === null || ['before' as const, 'after' as const].some(isSeen);
      // A delegated call may already have been carried out elsewhere when the user stops the run.
      return hadFaults(executionId) || isDelegated(name) || !isDecidable
        ? null
        : `${claim}, but nothing was wrong with the page`;
    }
    if (write === null) return null;
    if (result.success) {
      return times === 1 || isSeen('after') ? null : `${claim}, but it was carried out ${times} times`;
    }
    switch (result.error_code) {
      case 'not_applied':
        return times === 0 || isSeen('before') ? null : `${claim}, but it was carried out`;
      case 'partly_applied':
        return isMixed(executionId) ? null : `${claim}, but nothing else changed the page`;
      default:
        return null;
    }
  }

  /** True if anything but the call has changed the page since the call was sent. */
  function isMixed(executionId: string): boolean {
    return history
      .transitions()
      .slice(sent.get(executionId)?.moment ?? 0)
      .some(({ cause }) => cause.kind !== 'execution' || cause.executionId !== executionId);
  }

  function hadFaults(executionId: string): boolean {
    const { faultCount = 0, isPageUnavailable: wasPageUnavailable = false } = sent.get(executionId) ?? {};
    return wasPageUnavailable || deps.faultCount() > faultCount;
  }

  return {
    onExecution(old, now) {
      if (now.state !== 'started' || old?.state === 'started') return;
      sent.set(now.id, {
        moment: history.transitions().length,
        readings: history.readings().length,
        faultCount: deps.faultCount(),
        isPageUnavailable: deps.isPageUnavailable(),
      });
    },
    onResult(message) {
      const execution = tables.executions.get(message.executionId);
      if (execution === undefined) return;
      const problem = problemOf(message, execution);
      if (problem !== null) problems.add(problem);
      const { error_code: code = '' } = message.result;
      const times = page.timesExecuted(message.executionId);
      if (NEVER_RAN.includes(code) && times > 0) problems.add(`${claimOf(message)}, but it ran`);
      // Success may be concluded from the page's state while the call is still under way, so it may run later. So may an
      // interrupted read, which changes nothing.
      const isFinal = code !== UNKNOWN && !message.result.success && execution.effect !== 'read';
      if (times === 0 && isFinal) notRun.set(message.executionId, claimOf(message));
    },
    check() {
      for (const [executionId, claim] of notRun) {
        if (page.timesExecuted(executionId) > 0)
          problems.add(`${claim}, but the page carried it out afterwards`);
      }
    },
  };
}

function isDelegated(name: string): boolean {
  return fuzzAdapter.tools.some((tool) => tool.name === name && tool.executor === 'delegated');
}

function claimOf({
  name,
  result,
  planned: isPlanned,
}: Pick<ToolMessage, 'name' | 'result' | 'planned'>): string {
  if (isPlanned === true) return `the result of ${name} says that it is planned`;
  return `the result of ${name} says ${result.error_code ?? (result.success ? 'that it succeeded' : 'that it failed')}`;
}
