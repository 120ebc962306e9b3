import type { MemoryTables } from '../../fakes/memory-tables';
import { resultOf } from './chat-tables';
import type { Known } from './known-page';
import {
  type Difference,
  differenceOf,
  differences,
  type Maker,
  makerOf,
  type ReportedDifference,
} from './page-change';
import type { Transition, TrueHistory } from './true-history';

/** The true makers of the page's changes, as seen from one chat, and the cases in which the product can't know them. */
export interface ChangeCauses {
  /** The makers of a difference since `known`, one entry for each time that it was made. */
  makersOf(difference: Difference, known: Known): Maker[];
  /** The makers of all transitions since `known`. */
  allMakers(known: Known): Maker[];
  /** True if the product may name another maker than the true one. */
  mayBeMistaken(reported: ReportedDifference, known: Known): boolean;
  /** True if the product may attribute a difference to the chat's own calls, and therefore not report it. */
  mayBeOwn(difference: Difference): boolean;
}

/** Error codes of calls that may have made all, some or none of their changes. */
const UNCLEAR = ['outcome_unknown', 'partly_applied'];

/** For one chat. `tables`: that chat's rows; `allTables`: those of all chats. */
export function createChangeCauses(deps: {
  chatId: string;
  tables: MemoryTables;
  allTables: MemoryTables;
  history: TrueHistory;
}): ChangeCauses {
  const { chatId, tables, allTables, history } = deps;

  /** Indices of the transitions since a moment that contain the difference. */
  function timesOf(difference: Difference, { moment }: Known): number[] {
    return history
      .transitions()
      .flatMap(({ before, after }, index) =>
        index >= moment && differences(before, after).includes(difference) ? [index] : [],
      );
  }

  function causeAt(index: number) {
    return history.transitions()[index]?.cause;
  }

  /** If a reload happened between two observations, the product may attribute every difference between them to it. */
  function isHiddenByReload({ difference, maker }: ReportedDifference, known: Known): boolean {
    if (maker !== 'reload') return false;
    // A reading that is stored minutes later passes for a newer one after the clock was set back (see `isOutdated`).
    if (history.hadLongWait()) return true;
    // A reload without visible changes is known only by its new document; a reading of the old one may arrive after it.
    // So may one from before the reload that the model's knowledge rests on: it shows the same page.
    const isWithoutChange = ({ before, after }: Transition) => differences(before, after).length === 0;
    const changed = history
      .transitions()
      .slice(0, known.moment)
      .findLastIndex((one) => !isWithoutChange(one));
    const since = history.transitions().slice(changed + 1);
    if (since.some((one) => one.cause.kind === 'reload' && isWithoutChange(one))) return true;
    return timesOf(difference, known).some((made) =>
      history.transitions().some(({ cause }, reloaded) => {
        const [first, last] = [Math.min(made, reloaded), Math.max(made, reloaded)];
        return cause.kind === 'reload' && !history.wasObservedBetween(first, last);
      }),
    );
  }

  /**
   * A change that was reverted before it was observed: no observed step contains the reversal, so the product may
   * attribute it to the next one.
   */
  function isRevertedUnobserved({ difference }: ReportedDifference, known: Known): boolean {
    const opposite = oppositeOf(difference);
    return timesOf(difference, known).some((reverted) => {
      const isOpposite = ({ before, after }: Transition) => differences(before, after).includes(opposite);
      const made = history.transitions().slice(0, reverted).findLastIndex(isOpposite);
      return made >= 0 && !history.wasObservedBetween(made, reverted);
    });
  }

  /**
   * The planned change of a call of unknown outcome can't be distinguished from the same change by others. A call
   * without a result is one too: its worker died, and a reload may have reverted what the page had done.
   */
  function isLikeOpenCall({ difference, maker }: ReportedDifference): boolean {
    return allTables.executions.all().some(({ id, write, chatId: by }) => {
      const isTheirs = maker === (by === chatId ? 'own-call' : 'other-chat');
      const result = messageOf(id)?.result;
      const isOpen =
        history.momentOf(id) === null || result === undefined || result.error_code === 'outcome_unknown';
      return isTheirs && write !== null && isOpen && concerns(id, difference);
    });
  }

  /** A call counts as applied once others have made its change, even if it makes that change again later. */
  function isMadeBeforeByOthers({ difference }: ReportedDifference, known: Known): boolean {
    const [first = 0] = timesOf(difference, { ...known, moment: 0 });
    return timesOf(difference, known).some((index) => {
      const cause = causeAt(index);
      const isSuccess = cause?.kind === 'execution' && messageOf(cause.executionId)?.result.success === true;
      return isSuccess && first < index;
    });
  }

  /** A restored state can't be distinguished from the same state reached in another way. */
  function isLikeOpenRestore({ difference }: ReportedDifference): boolean {
    return allTables.pageSteps
      .all()
      .some(
        ({ cause, changes }) =>
          cause.kind === 'restore' && changes.some((change) => differenceOf(change) === difference),
      );
  }

  /**
   * Known defect; remove this exception once it is fixed: if it is unclear how much of a call took effect, the product may
   * report the call's changes as the user's, together with the user's own.
   */
  function isMixedWithOwnCall({ difference, maker }: ReportedDifference, known: Known): boolean {
    if (maker !== 'user') return false;
    return timesOf(difference, known).some((index) => {
      const cause = causeAt(index);
      return (
        cause?.kind === 'execution' && UNCLEAR.includes(messageOf(cause.executionId)?.result.error_code ?? '')
      );
    });
  }

  /** True if a call's arguments name the note of the difference. */
  function concerns(executionId: string, difference: Difference): boolean {
    const [, note = ''] = difference.split(' ');
    // Some models write their arguments as a string of JSON.
    return argumentsOf(executionId).replaceAll('\\', '').includes(`"${note}"`);
  }

  /** A call's arguments as JSON: those that the user approved, else those that the model wrote. */
  function argumentsOf(executionId: string): string {
    const asked = allTables.approvals.all().flatMap(({ calls }) => calls);
    const { args = null } = asked.find((call) => call.executionId === executionId)?.decision ?? {};
    if (args !== null) return JSON.stringify(args);
    const written = allTables.messages
      .all()
      .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
    return written.find((call) => call.executionId === executionId)?.argumentsText ?? '';
  }

  const messageOf = (executionId: string) => resultOf(allTables, executionId);

  return {
    makersOf: (difference, known) =>
      timesOf(difference, known).flatMap((index) => {
        const cause = causeAt(index);
        return cause === undefined ? [] : [makerOf(cause, chatId)];
      }),
    allMakers: ({ moment }) =>
      history
        .transitions()
        .slice(moment)
        .map(({ cause }) => makerOf(cause, chatId)),
    mayBeMistaken: (reported, known) =>
      isHiddenByReload(reported, known) ||
      isLikeOpenCall(reported) ||
      isMadeBeforeByOthers(reported, known) ||
      isLikeOpenRestore(reported) ||
      isRevertedUnobserved(reported, known) ||
      isMixedWithOwnCall(reported, known),
    // A commit that a rollback set aside stays in effect. Known defect; remove this exception once it is fixed: the model
    // sees what is saved, and isn't informed that the call did it. A call of unknown outcome counts as the maker. So does
    // a call that never ran, but counts as applied because others made its change.
    mayBeOwn: (difference) =>
      tables.executions.all().some(({ id, write }) => {
        const { result, discardedBy = null } = messageOf(id) ?? {};
        const isDoneByOthers = result?.success === true && write !== null && history.momentOf(id) === null;
        if (discardedBy !== null && difference.startsWith('notes_published')) return true;
        return (result?.error_code === 'outcome_unknown' || isDoneByOthers) && concerns(id, difference);
      }),
  };
}

function oppositeOf(difference: Difference): Difference {
  const [type = '', note = ''] = difference.split(' ');
  return `${type === 'note_added' ? 'note_removed' : 'note_added'} ${note}`;
}
