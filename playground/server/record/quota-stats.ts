import type { ChatEntry, ChatTokens } from './chat-record';
import { groupBy } from './group-by';
import { totalsOf } from './usage-totals';

/**
 * The usage by provider in the format of the real proxy. The playground has no quotas and no prices, and
 * counts by provider, not by key: costs are null and lists of credentials are empty. `provider` restricts it
 * to one.
 */
export function quotaStats(entries: readonly ChatEntry[], provider: string | null, nowMs: number) {
  const counted = provider === null ? entries : entries.filter((entry) => entry.provider === provider);
  const groups = [...groupBy(counted, (entry) => entry.provider)];
  const total = totalsOf(counted);
  return {
    providers: Object.fromEntries(groups.map(([name, used]) => [name, providerStats(name, used)])),
    summary: {
      total_providers: groups.length,
      total_credentials: 0,
      active_credentials: 0,
      exhausted_credentials: 0,
      total_requests: total.requests,
      tokens: tokenStats(total.tokens),
      approx_total_cost: null,
    },
    data_source: 'cache',
    timestamp: nowMs / 1000,
  };
}

function providerStats(provider: string, entries: readonly ChatEntry[]) {
  const { requests, tokens } = totalsOf(entries);
  return {
    provider,
    credential_count: 0,
    active_count: 0,
    on_cooldown_count: 0,
    exhausted_count: 0,
    total_requests: requests,
    tokens: tokenStats(tokens),
    approx_cost: null,
    credentials: {},
  };
}

function tokenStats({ prompt, completion, cached }: ChatTokens) {
  return {
    input_cached: cached,
    input_uncached: prompt - cached,
    input_cache_pct: prompt === 0 ? 0 : Math.round((cached / prompt) * 1000) / 10,
    output: completion,
  };
}
