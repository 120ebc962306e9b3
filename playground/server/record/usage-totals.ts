import type { ChatEntry, ChatTokens } from './chat-record';

/** Totals of chat completions. Cancelled ones count as requests, but neither as successes nor as failures. */
export interface UsageTotals {
  requests: number;
  successes: number;
  failures: number;
  /** Sums of the answers that reported them. */
  tokens: ChatTokens;
  /** Start of the latest one, in milliseconds since 1970; 0 if there is none. */
  lastUsedAtMs: number;
}

/** Sums up chat completions. */
export function totalsOf(entries: readonly ChatEntry[]): UsageTotals {
  const sum = (part: keyof ChatTokens) =>
    entries.reduce((total, { tokens }) => total + (tokens === null ? 0 : tokens[part]), 0);
  return {
    requests: entries.length,
    successes: entries.filter(({ outcome }) => outcome === 'complete').length,
    failures: entries.filter(({ outcome }) => outcome === 'failed').length,
    tokens: {
      prompt: sum('prompt'),
      completion: sum('completion'),
      total: sum('total'),
      cached: sum('cached'),
      reasoning: sum('reasoning'),
    },
    lastUsedAtMs: entries.reduce((latest, { startedAtMs }) => Math.max(latest, startedAtMs), 0),
  };
}
