import { canonicalJson } from '@/src/core/hash';
import type { AIRequest } from '@/src/core/llm/ai-service';
import type { Run } from '@/src/core/loop/run';
import type { MemoryTables } from '../../fakes/memory-tables';
import { stateHashOf, type TrueHistory } from './true-history';

/** Watches that no request of a chat goes out with an older page than there was when its run came to it. */
export interface Freshness {
  /** The run takes up something else, or sends a request: what the page was until then is old for the next one. */
  turn(): void;
  /** What a request of a run that goes out now gets wrong; null if nothing. */
  problem(run: Run, request: AIRequest): string | null;
}

export function createFreshness(deps: {
  chatId: string;
  tables: Pick<MemoryTables, 'chats' | 'contexts'>;
  history: TrueHistory;
}): Freshness {
  const { chatId, tables, history } = deps;
  const moment = () => history.transitions().length;
  let since = 0;

  return {
    turn() {
      since = moment();
    },
    problem(run, request) {
      const known = canonicalJson(tables.contexts.get(chatId)?.context ?? null);
      const recent = Array.from({ length: moment() - since + 1 }, (_, index) =>
        history.stateAt(since + index),
      );
      const shown = recent.find((state) => canonicalJson({ ...state }) === known);
      if (shown === undefined) return `a request went out with an older page: ${known}`;
      if (tables.chats.get(chatId)?.lastStateHash !== stateHashOf(shown)) {
        return 'the writes of an answer are guarded by another state than its request showed';
      }
      const told = notesToldBy(request, run);
      const isTold = canonicalJson(told) === canonicalJson([...new Set(shown.notes)].sort());
      return isTold
        ? null
        : `a request tells of the notes ${told.join(', ')}; there are ${shown.notes.join(', ')}`;
    },
  };
}

/** The notes as a reader of the request knows them, in order: the run's page state, and each change behind it. */
function notesToldBy({ messages }: AIRequest, { contextText }: Run): string[] {
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
