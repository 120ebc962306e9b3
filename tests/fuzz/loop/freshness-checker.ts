import { canonicalJson } from '@/src/core/hash';
import type { AIRequest } from '@/src/core/llm/ai-service';
import type { Run } from '@/src/schema/run';
import type { MemoryTables } from '../../fakes/memory-tables';
import { stateHashOf, type TrueHistory } from './true-history';

/** Checks that no request shows an older page than the one at the start of the run's current step. */
export interface FreshnessChecker {
  /**
   * The run changes its status, or sends a request: page states from before this moment are too old for the next
   * request.
   */
  beginStep(): void;
  /** Compares a request that is sent now with the page. Null if they agree. */
  problem(run: Run, request: AIRequest): string | null;
}

export function createFreshnessChecker(deps: {
  chatId: string;
  tables: Pick<MemoryTables, 'chats' | 'contexts'>;
  history: TrueHistory;
}): FreshnessChecker {
  const { chatId, tables, history } = deps;
  const moment = () => history.transitions().length;
  let since = 0;

  return {
    beginStep() {
      since = moment();
    },
    problem(run, request) {
      const known = canonicalJson(tables.contexts.get(chatId)?.context ?? null);
      const recent = Array.from({ length: moment() - since + 1 }, (_, index) =>
        history.stateAt(since + index),
      );
      const shown = recent.find((state) => canonicalJson({ ...state }) === known);
      if (shown === undefined) return `a request was sent with an older page: ${known}`;
      if (tables.chats.get(chatId)?.lastStateHash !== stateHashOf(shown)) {
        return 'the writes of a response are guarded by another state than its request shows';
      }
      const reported = notesShownIn(request, run);
      const isReported = canonicalJson(reported) === canonicalJson([...new Set(shown.notes)].sort());
      return isReported
        ? null
        : `a request shows the notes ${reported.join(', ')}; the page has ${shown.notes.join(', ')}`;
    },
  };
}

/** The notes that a request shows, sorted: those of the run's page state, with the changes after it applied. */
function notesShownIn({ messages }: AIRequest, { contextText }: Run): string[] {
  const text = messages.map(({ content }) => content ?? '').join('\n');
  const from = text.lastIndexOf(contextText);
  const [, listed = '[]'] = /^notes: (.*)$/m.exec(contextText) ?? [];
  const notes = new Set<string>(JSON.parse(listed));
  for (const [, what, fields = '{}'] of text.slice(from).matchAll(/^\S+Z note_(added|removed) (\{.*\})$/gm)) {
    const { note } = JSON.parse(fields);
    if (what === 'added') notes.add(note);
    else notes.delete(note);
  }
  return [...notes].sort();
}
