import type { Message } from '@/src/core/chat/message';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import type { MemoryTables } from '../../fakes/memory-tables';
import type { Known } from './known-page';
import {
  type Difference,
  differenceOf,
  differences,
  type Maker,
  makerOf,
  type ToldDifference,
} from './page-change';
import type { Transition, TrueHistory } from './true-history';

/** Who really changed the page, from the side of one chat, and which of that nobody can know. */
export interface ChangeCauses {
  /** Who made a difference since then, once for each time that it was made. */
  makersOf(difference: Difference, known: Known): Maker[];
  /** Whoever changed the page since then, in whatever way. */
  allMakers(known: Known): Maker[];
  /** Whether a difference may be told to be made by somebody else than who made it. */
  mayBeMistaken(told: ToldDifference, known: Known): boolean;
  /** Whether a difference may count as made by the chat's own calls, and be left untold. */
  mayBeOwn(difference: Difference): boolean;
}

/** Calls with such a result may have done all, a part or nothing of what they were to do. */
const UNCLEAR = ['outcome_unknown', 'partly_applied'];

/** Of one chat; `tables`: as the chat sees them, and all. */
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

  /** What changes the page between two of its states on record counts as a reload's if there was one. */
  function isHiddenByReload({ difference, maker }: ToldDifference, known: Known): boolean {
    if (maker !== 'reload') return false;
    // One that shows nothing is on record by its document alone; a reading of the one before may still come after it.
    const isInvisible = ({ cause, before, after }: Transition) =>
      cause.kind === 'reload' && differences(before, after).length === 0;
    if (history.transitions().slice(known.moment).some(isInvisible)) return true;
    return timesOf(difference, known).some((made) =>
      history.transitions().some(({ cause }, reloaded) => {
        const [first, last] = [Math.min(made, reloaded), Math.max(made, reloaded)];
        return cause.kind === 'reload' && !history.wasObservedBetween(first, last);
      }),
    );
  }

  /** What somebody took back before the record of the page's changes saw it counts as taken back by whoever came next. */
  function isTakenBackUnseen({ difference }: ToldDifference, known: Known): boolean {
    const opposite = oppositeOf(difference);
    return timesOf(difference, known).some((takenBack) => {
      const isOpposite = ({ before, after }: Transition) => differences(before, after).includes(opposite);
      const made = history.transitions().slice(0, takenBack).findLastIndex(isOpposite);
      return made >= 0 && !history.wasObservedBetween(made, takenBack);
    });
  }

  /** A planned change of a call of unknown outcome can't be distinguished from the same change by somebody else. */
  function isLikeOpenCall({ difference, maker }: ToldDifference): boolean {
    return allTables.executions.all().some(({ id, write, chatId: by }) => {
      const isTheirs = maker === (by === chatId ? 'own-call' : 'other-chat');
      const isOpen = history.momentOf(id) === null || resultOf(id)?.error_code === 'outcome_unknown';
      return isTheirs && write !== null && isOpen && concerns(id, difference);
    });
  }

  /** A call counts as made once somebody else has made its change, though it makes it once more after that. */
  function isMadeBeforeByOthers({ difference }: ToldDifference, known: Known): boolean {
    const [first = 0] = timesOf(difference, { ...known, moment: 0 });
    return timesOf(difference, known).some((index) => {
      const cause = causeAt(index);
      const isSuccess = cause?.kind === 'execution' && resultOf(cause.executionId)?.success === true;
      return isSuccess && first < index;
    });
  }

  /** A restored state can't be distinguished from the same state that the page reached by itself. */
  function isLikeOpenRestore({ difference }: ToldDifference): boolean {
    return allTables.pageSteps
      .all()
      .some(
        ({ cause, changes }) =>
          cause.kind === 'restore' && changes.some((change) => differenceOf(change) === difference),
      );
  }

  /**
   * A known weakness, to be removed from here once it is put right: where nobody knows how far a call of the chat came,
   * what it did and what the user did at the same time are told as the user's.
   */
  function isMixedWithOwnCall({ difference, maker }: ToldDifference, known: Known): boolean {
    if (maker !== 'user') return false;
    return timesOf(difference, known).some((index) => {
      const cause = causeAt(index);
      return cause?.kind === 'execution' && UNCLEAR.includes(resultOf(cause.executionId)?.error_code ?? '');
    });
  }

  /** Whether a call names what the difference is about. */
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

  function resultOf(executionId: string): ToolResult | undefined {
    const isOf = (message: Message) => message.role === 'tool' && message.executionId === executionId;
    const message = allTables.messages.all().find(isOf);
    return message?.role === 'tool' ? message.result : undefined;
  }

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
    mayBeMistaken: (told, known) =>
      isHiddenByReload(told, known) ||
      isLikeOpenCall(told) ||
      isMadeBeforeByOthers(told, known) ||
      isLikeOpenRestore(told) ||
      isTakenBackUnseen(told, known) ||
      isMixedWithOwnCall(told, known),
    // A call whose outcome nobody knows counts as what did it, as does one in whose place somebody else did it.
    mayBeOwn: (difference) =>
      tables.executions.all().some(({ id, write }) => {
        const result = resultOf(id);
        const isDoneByOthers = result?.success === true && write !== null && history.momentOf(id) === null;
        return (result?.error_code === 'outcome_unknown' || isDoneByOthers) && concerns(id, difference);
      }),
  };
}

function oppositeOf(difference: Difference): Difference {
  const [type = '', note = ''] = difference.split(' ');
  return `${type === 'note_added' ? 'note_removed' : 'note_added'} ${note}`;
}
