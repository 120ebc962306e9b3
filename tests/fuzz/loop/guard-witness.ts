import type { AssistantMessage } from '@/src/core/chat/message';
import type { AIRequest } from '@/src/core/llm/ai-service';
import type { MemoryTables } from '../../fakes/memory-tables';
import { applyCall } from './fuzz-adapter';
import type { Started } from './fuzz-page';
import type { Problems } from './problems';
import { haveSameNotes, pageShownIn } from './shown-page';
import type { TrueHistory } from './true-history';

/**
 * Watches that a change which nobody approved is made only of the page that the model decided on: of what its request
 * showed it, and what calls of the same response made of that.
 */
export interface GuardWitness {
  onRequest(request: AIRequest): void;
  onResponse(response: AssistantMessage): void;
  /** A call that may change the page, right before it is carried out; `isApproved`: by the user. */
  onExecute(call: Started, isApproved: boolean): void;
}

/** Of one chat; `tables`: as the chat sees them. */
export function createGuardWitness(deps: {
  tables: MemoryTables;
  history: TrueHistory;
  problems: Problems;
}): GuardWitness {
  const { tables, history, problems } = deps;
  /** The page as the last request shows it; null if the page was never read like that. */
  let shown: readonly string[] | null = null;
  /** By response: the page that it was decided on, and its calls that were carried out since, in order. */
  const decided = new Map<string, { shown: readonly string[]; calls: Started[] }>();

  /** The notes as they were read when a request shows these; which of them comes first isn't in what it tells. */
  function asRead(notes: readonly string[]): readonly string[] | null {
    const read = history
      .readings()
      .map((moment) => history.stateAt(moment).notes)
      .findLast((candidate) => haveSameNotes(candidate, notes));
    return read ?? null;
  }

  /** The pages that calls may have made of one, the likeliest first: nobody knows what a failed call left behind. */
  function pagesAfter(calls: readonly Started[], notes: readonly string[]): (readonly string[])[] {
    let pages = [notes];
    for (const { executionId, tool, args } of calls) {
      const changed = pages.map(
        (page) => applyCall({ notes: [...page], published: [], stock: 0 }, tool, args).notes,
      );
      pages = hasSucceeded(executionId) ? changed : [...changed, ...pages];
    }
    return pages;
  }

  /** The pages that calls of a response are on record to have left. */
  function pagesLeft(messageId: string): string[] {
    return tables.executions.all().flatMap(({ messageId: of, leftStateHash }) => {
      const notes = of === messageId && leftStateHash !== null ? history.notesOf(leftStateHash) : undefined;
      return notes === undefined ? [] : [notes.join()];
    });
  }

  function hasSucceeded(executionId: string): boolean {
    return tables.messages
      .all()
      .some(
        (message) => message.role === 'tool' && message.executionId === executionId && message.result.success,
      );
  }

  return {
    onRequest(request) {
      const page = pageShownIn(request);
      shown = page === null ? null : asRead(page.notes);
      if (shown === null) problems.add(`a request shows a page that was never read: ${page?.notes}`);
    },
    onResponse({ id, plan }) {
      // The calls of a plan are all the user's to approve.
      if (plan !== true && shown !== null) decided.set(id, { shown, calls: [] });
    },
    onExecute(call, isApproved) {
      const { messageId = '' } = tables.executions.get(call.executionId) ?? {};
      const decision = decided.get(messageId);
      if (decision === undefined) return;
      const pages = pagesAfter(decision.calls, decision.shown).map((notes) => notes.join());
      // Somebody else may have made the very change of a call, which then counts as made.
      pages.push(...pagesLeft(messageId));
      const now = call.notes.join();
      if (!isApproved && !pages.includes(now)) {
        problems.add(
          `${call.tool} ran without approval on a page with ${now}, where the model had decided on ${pages[0]}`,
        );
      }
      decision.calls.push(call);
    },
  };
}
