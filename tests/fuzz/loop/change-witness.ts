import { conversation, type Message, type ToolMessage } from '@/src/core/chat/message';
import type { AIRequest } from '@/src/core/llm/ai-service';
import type { MemoryTables } from '../../fakes/memory-tables';
import { createChangeCauses } from './change-causes';
import type { Notes } from './fuzz-adapter';
import { type Known, knownNow, ownCallsSince } from './known-page';
import {
  type Difference,
  differences,
  type Maker,
  makerNamed,
  type ToldDifference,
  toldIn,
} from './page-change';
import type { Problems } from './problems';
import { haveSameNotes, pageShownIn } from './shown-page';
import type { TrueHistory } from './true-history';

/** Compares what the model is told of changes of the page with what changed it, and who. */
export interface ChangeWitness {
  onRequest(request: AIRequest): void;
  onResult(message: ToolMessage): void;
}

/** Of one chat; `tables`: as the chat sees them, and all. */
export function createChangeWitness(deps: {
  chatId: string;
  tables: MemoryTables;
  allTables: MemoryTables;
  history: TrueHistory;
  problems: Problems;
}): ChangeWitness {
  const { tables, history, problems } = deps;
  const causes = createChangeCauses(deps);
  /** What was sent, oldest first; before that, the page as it was when the chat began. */
  const sent: Known[] = [];

  function spoken(): Message[] {
    return conversation(tables.messages.all()).filter(
      ({ role }) => role !== 'accounting' && role !== 'rollback',
    );
  }

  /** What the model knows of the page by the conversation as it is: what was sent last of it. */
  function lastKnown(): Known {
    const ids = new Set(spoken().map(({ id }) => id));
    const last = sent.findLast((known) => [...known.messages.keys()].every((id) => ids.has(id)));
    return last ?? { messages: new Map(), page: history.stateAt(0), moment: 0 };
  }

  /** When the page was last read as a request shows it; null if it never was. */
  function lastRead(page: Notes): number | null {
    const isShown = (moment: number) => {
      const { notes, stock } = history.stateAt(moment);
      return haveSameNotes(notes, page.notes) && stock === page.stock;
    };
    return history.readings().findLast(isShown) ?? null;
  }

  /** What messages told that are set aside. */
  function toldAside(): ToldDifference[] {
    return tables.messages.all().flatMap((message) => (message.discardedBy === null ? [] : toldIn(message)));
  }

  /** Each told difference must really have happened since then, by the named maker, and as many times as it is told. */
  function checkTold(told: readonly ToldDifference[], known: Known): void {
    for (const one of told) {
      const { difference, maker } = one;
      const makers = causes.makersOf(difference, known);
      const times = told.filter((other) => other.difference === difference).length;
      if (makers.length === 0) {
        problems.add(`“${difference}” is told, but hasn’t happened since the page was told of last`);
      } else if (!makers.includes(maker) && !causes.mayBeMistaken(one, known)) {
        problems.add(`“${difference}” is told to be made by ${maker}, but was by ${makers.join(' and ')}`);
      } else if (times > makers.length) {
        problems.add(`“${difference}” is told ${times} times, but happened ${makers.length} times`);
      }
    }
  }

  /** Differences that others made, and that the model can't derive from the results of its own calls. */
  function foreignDifferences(known: Known, page: Notes): Difference[] {
    const calls = ownCallsSince(known, spoken(), history.transitions());
    return differences(knownNow(known, calls), page).filter(
      (difference) => !calls.unclear.has(difference) && !causes.mayBeOwn(difference),
    );
  }

  function checkNothingUntold(told: readonly ToldDifference[], known: Known, shown: Notes): void {
    for (const difference of foreignDifferences(known, shown)) {
      if (told.some((one) => one.difference === difference)) continue;
      const makers = causes.makersOf(difference, known);
      // A known weakness, to be removed from here once it is put right: what messages told that a rollback takes back
      // isn't always told again, if the rollback keeps it.
      if (toldAside().some((one) => one.difference === difference)) continue;
      problems.add(
        `“${difference}” (by ${makers.join(' and ') || 'nobody'}) was never told, but the request shows it`,
      );
    }
  }

  return {
    onRequest(request) {
      const shown = pageShownIn(request);
      const moment = shown === null ? null : lastRead(shown);
      // The guard's witness reports that.
      if (shown === null || moment === null) return;
      const messages = new Map(spoken().map((message) => [message.id, toldIn(message)]));
      const known = lastKnown();
      const told = [...messages].flatMap(([id, all]) => withoutFirst(all, known.messages.get(id) ?? []));
      checkTold(told, known);
      checkNothingUntold(told, known, shown);
      sent.push({ messages, page: shown, moment });
    },

    onResult({ name, result }) {
      if (result.error_code !== 'page_changed') return;
      const known = lastKnown();
      const [, names = ''] = /changed(?: by (.*))? since you saw it/.exec(result.message) ?? [];
      const told = names === '' ? [] : names.split(/, | and /).map(makerNamed);
      if (names === '') return;
      const makers = causes.allMakers(known);
      // As it was read for the refusal, whenever that was.
      const pages = history.readings().filter((moment) => moment >= known.moment);
      const changed = pages.map((moment) => foreignDifferences(known, history.stateAt(moment)));
      const all = history
        .transitions()
        .slice(known.moment)
        .flatMap(({ before, after }) => differences(before, after));
      for (const maker of told) {
        const isMistaken = (difference: Difference) => causes.mayBeMistaken({ difference, maker }, known);
        if (!makers.includes(maker) && !all.some(isMistaken)) {
          problems.add(`${name} is refused for a change by ${maker}, who made none`);
        }
      }
      const isNamed = (difference: Difference) => {
        const made = causes.makersOf(difference, known);
        const isOne = (maker: Maker) =>
          made.includes(maker) || causes.mayBeMistaken({ difference, maker }, known);
        // The chat's own calls are not named.
        return [...told, 'own-call' as const].some(isOne);
      };
      if (!changed.some((found) => found.every(isNamed))) {
        problems.add(`${name} is refused for “${names}”, but others changed the page as well`);
      }
    },
  };
}

/** What is told beyond what was told before. */
function withoutFirst(told: readonly ToldDifference[], before: readonly ToldDifference[]): ToldDifference[] {
  const left = before.map((one) => JSON.stringify(one));
  return told.filter((one) => {
    const index = left.indexOf(JSON.stringify(one));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
