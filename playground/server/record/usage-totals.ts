import type { ChatEntry, ChatTokens } from './chat-record';

/** What some chat completions come to together. Cancelled ones are requests, but neither successes nor failures. */
export interface UsageTotals {
  requests: number;
  successes: number;
  failures: number;
  /** Of the answers that told theirs. */
  tokens: ChatTokens;
  /** When the latest began, in milliseconds since 1970; 0 without any. */
  lastUsedAtMs: number;
}

/** Adds up chat completions. */
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
