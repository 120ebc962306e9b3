import type { WriteToken } from '../records/write-token';

/**
 * Number of tokens that are kept; beyond it the oldest are dropped. A token is left over if its call ends before the
 * executor takes it.
 */
const MAX_KEPT = 100;

/**
 * Hands the token of an approved delegated call to the module that carries it out. The event that announces the call goes to
 * every listener, so it holds no token. Kept in memory only: after a restart of the worker there is none, and the call is
 * not sent again.
 */
export interface DelegatedTokens {
  keep(executionId: string, token: WriteToken): void;
  /** Returns and deletes the token; null if there is none. */
  take(executionId: string): WriteToken | null;
}

export function createDelegatedTokens(): DelegatedTokens {
  const kept = new Map<string, WriteToken>();
  return {
    keep(executionId, token) {
      kept.set(executionId, token);
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
    },
    take(executionId) {
      const token = kept.get(executionId);
      kept.delete(executionId);
      return token ?? null;
    },
  };
}
