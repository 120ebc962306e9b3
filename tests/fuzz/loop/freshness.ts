import { canonicalJson } from '@/src/core/hash';
import type { MemoryTables } from '../../fakes/memory-tables';
import { stateHashOf, type TrueHistory } from './true-history';

/** Watches that no request of a chat goes out with an older page than there was when its run came to it. */
export interface Freshness {
  /** The run takes up something else, or sends a request: what the page was until then is old for the next one. */
  turn(): void;
  /** What a request that goes out now gets wrong; null if nothing. */
  problem(): string | null;
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
    problem() {
      const known = canonicalJson(tables.contexts.get(chatId)?.context ?? null);
      const recent = Array.from({ length: moment() - since + 1 }, (_, index) =>
        history.stateAt(since + index),
      );
      const shown = recent.find((state) => canonicalJson({ ...state }) === known);
      if (shown === undefined) return `a request went out with an older page: ${known}`;
      const isGuarded = tables.chats.get(chatId)?.lastStateHash === stateHashOf(shown);
      return isGuarded
        ? null
        : 'the writes of an answer are guarded by another state than its request showed';
    },
  };
}
