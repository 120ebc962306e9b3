import type { AIRequest } from '@/src/core/llm/ai-service';
import type { AssistantMessage } from '@/src/schema/message';
import type { MemoryTables } from '../../fakes/memory-tables';
import { resultOf } from './chat-tables';
import { applyCall } from './fuzz-adapter';
import type { Started } from './fuzz-page';
import type { Problems } from './problems';
import { haveSameNotes, pageShownIn } from './shown-page';
import type { TrueHistory } from './true-history';

/**
 * Checks that a change without approval is made only on the page that the model decided on: the page that its request
 * showed, changed only by earlier calls of the same response.
 */
export interface GuardChecker {
  onRequest(request: AIRequest): void;
  onResponse(response: AssistantMessage): void;
  /** Call it right before a call that may change the page is carried out. `isApproved`: the user approved the call. */
  onExecute(call: Started, isApproved: boolean): void;
}

/** For one chat. `tables`: that chat's rows. */
export function createGuardChecker(deps: {
  tables: MemoryTables;
  history: TrueHistory;
  problems: Problems;
}): GuardChecker {
  const { tables, history, problems } = deps;
  /** The notes in the last request, as they were read; null if the page was never read with them. */
  let shown: readonly string[] | null = null;
  /**
   * By response id: the notes that the model decided on, and the response's calls that were carried out since, in
   * order.
   */
  const decided = new Map<string, { shown: readonly string[]; calls: Started[] }>();

  /** The newest reading with these notes, in the page's order: a request's list of changes doesn't show the order. */
  function asRead(notes: readonly string[]): readonly string[] | null {
    const read = history
      .readings()
      .map((moment) => history.stateAt(moment).notes)
      .findLast((candidate) => haveSameNotes(candidate, notes));
    return read ?? null;
  }

  /** The pages that calls may have left, the likeliest first: a failed call may have changed the page or not. */
  function pagesAfter(calls: readonly Started[], notes: readonly string[]): (readonly string[])[] {
    let pages = [notes];
    for (const { executionId, tool, args } of calls) {
      const changed = pages.map(
        (page) => applyCall({ notes: [...page], published: [], stock: 0 }, tool, args).notes,
      );
      pages = resultOf(tables, executionId)?.result.success ? changed : [...changed, ...pages];
    }
    return pages;
  }

  /** The pages that the response's calls left, according to the record. */
  function pagesLeft(messageId: string): string[] {
    return tables.executions.all().flatMap(({ messageId: of, leftStateHash }) => {
      const notes = of === messageId && leftStateHash !== null ? history.notesOf(leftStateHash) : undefined;
      return notes === undefined ? [] : [notes.join()];
    });
  }

  return {
    onRequest(request) {
      const page = pageShownIn(request);
      shown = page === null ? null : asRead(page.notes);
      if (shown === null) problems.add(`a request shows a page that was never read: ${page?.notes}`);
    },
    onResponse({ id, plan }) {
      // Every call of a plan needs approval.
      if (plan !== true && shown !== null) decided.set(id, { shown, calls: [] });
    },
    onExecute(call, isApproved) {
      const { messageId = '' } = tables.executions.get(call.executionId) ?? {};
      const decision = decided.get(messageId);
      if (decision === undefined) return;
      const pages = pagesAfter(decision.calls, decision.shown).map((notes) => notes.join());
      // If others made a call's change, the call counts as applied.
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
