import type { AIRequest } from '@/src/core/llm/ai-service';
import { conversation } from '@/src/core/records/message';
import type { Message, ToolMessage } from '@/src/schema/message';
import type { MemoryTables } from '../../fakes/memory-tables';
import { createChangeCauses } from './change-causes';
import type { Notes } from './fuzz-adapter';
import { type Known, knownNow, ownCallsSince } from './known-page';
import {
  type Difference,
  differences,
  type Maker,
  makerNamed,
  type ReportedDifference,
  reportedIn,
} from './page-change';
import type { Problems } from './problems';
import { haveSameNotes, pageShownIn } from './shown-page';
import type { TrueHistory } from './true-history';

/**
 * Checks that the page changes reported to the model happened, that the named maker made them, and that none is
 * missing.
 */
export interface ChangeChecker {
  onRequest(request: AIRequest): void;
  onResult(message: ToolMessage): void;
}

/** The difference that reports a restore which the page made after the chat had given it up: it names no note. */
const TAKEN_BACK: Difference = 'page_taken_back undefined';

/** For one chat. `tables`: that chat's rows; `allTables`: those of all chats. */
export function createChangeChecker(deps: {
  chatId: string;
  tables: MemoryTables;
  allTables: MemoryTables;
  history: TrueHistory;
  problems: Problems;
}): ChangeChecker {
  const { tables, history, problems } = deps;
  const causes = createChangeCauses(deps);
  /** The knowledge that each request gave the model, oldest first. */
  const sent: Known[] = [];

  /** The conversation without the roles that are never sent to a model. */
  function modelMessages(): Message[] {
    return conversation(tables.messages.all()).filter(
      ({ role }) => role !== 'accounting' && role !== 'rollback',
    );
  }

  /** The model's present knowledge: that of the newest request whose messages are all still in the conversation. */
  function lastKnown(): Known {
    const ids = new Set(modelMessages().map(({ id }) => id));
    const last = sent.findLast((known) => [...known.messages.keys()].every((id) => ids.has(id)));
    return last ?? { messages: new Map(), page: history.stateAt(0), moment: 0 };
  }

  /** The last moment at which the page was read as a request shows it; null if there is none. */
  function lastRead(page: Notes): number | null {
    const isShown = (moment: number) => {
      const { notes, stock } = history.stateAt(moment);
      return haveSameNotes(notes, page.notes) && stock === page.stock;
    };
    const moments = history.readings().filter(isShown);
    // A commit changes only what is saved. A request that reports it late, as a call of unknown outcome, shows other
    // saved notes than the page had at any of these moments.
    const isSaved = (moment: number) => haveSameNotes(history.stateAt(moment).published, page.published);
    return moments.findLast(isSaved) ?? moments.at(-1) ?? null;
  }

  /** The changes in messages that a rollback has set aside. */
  function reportedInRemoved(): ReportedDifference[] {
    return tables.messages
      .all()
      .flatMap((message) => (message.discardedBy === null ? [] : reportedIn(message)));
  }

  /** Each reported difference must have happened since `known`, by the named maker, at least as often as it is reported. */
  function checkReported(reported: readonly ReportedDifference[], known: Known): void {
    for (const one of reported) {
      const { difference, maker } = one;
      if (difference === TAKEN_BACK) continue;
      const makers = causes.makersOf(difference, known);
      const times = reported.filter((other) => other.difference === difference).length;
      if (makers.length === 0) {
        problems.add(`“${difference}” is reported, but hasn’t happened since the model last knew the page`);
      } else if (!makers.includes(maker) && !causes.mayBeMistaken(one, known)) {
        problems.add(
          `“${difference}” is reported as made by ${maker}, but was made by ${makers.join(' and ')}`,
        );
      } else if (times > makers.length) {
        problems.add(`“${difference}” is reported ${times} times, but happened ${makers.length} times`);
      }
    }
  }

  /** Differences that others made, and that the model can't derive from the results of its own calls. */
  function foreignDifferences(known: Known, page: Notes): Difference[] {
    const calls = ownCallsSince(known, modelMessages(), history.transitions());
    return differences(knownNow(known, calls), page).filter(
      (difference) => !calls.unclear.has(difference) && !causes.mayBeOwn(difference),
    );
  }

  /** A restore that is reported as made late needs an audit entry that says so. */
  function checkTakenBack(reported: readonly ReportedDifference[]): void {
    const times = reported.filter(({ difference }) => difference === TAKEN_BACK).length;
    const entries = tables.audit
      .all()
      .filter(({ executionId, errorCode }) => executionId === null && errorCode === 'interrupted');
    if (times > entries.length) {
      problems.add(`${times} late restores are reported, but ${entries.length} are in the audit`);
    }
  }

  function checkNothingMissing(reported: readonly ReportedDifference[], known: Known, shown: Notes): void {
    for (const difference of foreignDifferences(known, shown)) {
      if (reported.some((one) => one.difference === difference)) continue;
      const makers = causes.makersOf(difference, known);
      // Known defect; remove this exception once it is fixed: a rollback may keep a change and set aside the message that
      // reported it; such a change isn't always reported again.
      if (reportedInRemoved().some((one) => one.difference === difference)) continue;
      problems.add(
        `“${difference}” (by ${makers.join(' and ') || 'unknown makers'}) was never reported, but the request shows it`,
      );
    }
  }

  return {
    onRequest(request) {
      const shown = pageShownIn(request);
      const moment = shown === null ? null : lastRead(shown);
      // The guard checker reports such a request.
      if (shown === null || moment === null) return;
      const messages = new Map(modelMessages().map((message) => [message.id, reportedIn(message)]));
      const known = lastKnown();
      const reported = [...messages].flatMap(([id, all]) => newlyReported(all, known.messages.get(id) ?? []));
      checkReported(reported, known);
      checkTakenBack(reported);
      checkNothingMissing(reported, known, shown);
      sent.push({ messages, page: shown, moment });
    },

    onResult({ name, result }) {
      if (result.error_code !== 'page_changed') return;
      const known = lastKnown();
      const [, names = ''] = /changed(?: by (.*))? since you saw it/.exec(result.message) ?? [];
      const reported = names === '' ? [] : names.split(/, | and /).map(makerNamed);
      if (names === '') return;
      const makers = causes.allMakers(known);
      // The refusal is based on one of these readings; the record doesn't say on which.
      const pages = history.readings().filter((moment) => moment >= known.moment);
      const changed = pages.map((moment) => foreignDifferences(known, history.stateAt(moment)));
      const all = history
        .transitions()
        .slice(known.moment)
        .flatMap(({ before, after }) => differences(before, after));
      for (const maker of reported) {
        const isMistaken = (difference: Difference) => causes.mayBeMistaken({ difference, maker }, known);
        if (!makers.includes(maker) && !all.some(isMistaken)) {
          problems.add(`${name} is refused for a change by ${maker}, who made none`);
        }
      }
      const isNamed = (difference: Difference) => {
        const made = causes.makersOf(difference, known);
        const isOne = (maker: Maker) =>
          made.includes(maker) || causes.mayBeMistaken({ difference, maker }, known);
        // The message never names the chat's own calls.
        return [...reported, 'own-call' as const].some(isOne);
      };
      if (!changed.some((found) => found.every(isNamed))) {
        problems.add(`${name} is refused for “${names}”, but others changed the page as well`);
      }
    },
  };
}

/** The reported differences without those reported before; duplicates count. */
function newlyReported(
  reported: readonly ReportedDifference[],
  before: readonly ReportedDifference[],
): ReportedDifference[] {
  const left = before.map((one) => JSON.stringify(one));
  return reported.filter((one) => {
    const index = left.indexOf(JSON.stringify(one));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
