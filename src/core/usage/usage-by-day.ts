import type { TokenUsageEntry } from '@/src/schema/usage';
import type { ModelPrices } from '../llm/ai-service';
import { tokenCount, totalTokens } from './cumulative-usage';
import { usageCost } from './usage-cost';

/** A request with the prices of its model; null if they are unknown. */
export type PricedUsage = TokenUsageEntry & { prices: ModelPrices | null };

/** Tokens or cost of some requests. */
export interface Amount {
  requests: number;
  /** In the unit of the days. */
  value: number;
  isLowerBound: boolean;
  isAbout: boolean;
}

/** The use of a model, or of several together, in all and on each day. */
export interface DailyUsage {
  /** Null for all models, or all others. */
  model: string | null;
  total: Amount;
  days: (Amount & { startMs: number })[];
}

/** The use of models by day. */
export interface UsageByDay {
  /** Tokens if no request is known to cost anything. */
  unit: 'dollars' | 'tokens';
  all: DailyUsage;
  /** The models of the highest amounts, highest first; if there are many, the last row is that of all others. */
  models: DailyUsage[];
}

/** Number of rows of models, with that of the others. */
const MAX_ROWS = 5;

/** Adds up requests by day and model. `dayStarts`: the beginnings of consecutive days; the last day has no end. */
export function usageByDay(entries: readonly PricedUsage[], dayStarts: readonly number[]): UsageByDay {
  const cost = (some: readonly PricedUsage[]) => usageCost(some, ({ prices }) => prices);
  const isPaid = (cost(entries)?.dollars ?? 0) > 0;

  function amountOf(some: readonly PricedUsage[]): Amount {
    const requests = some.length;
    if (isPaid) {
      const known = cost(some) ?? { dollars: 0, unknownRequests: requests, isAbout: false }; // Without a price, nothing is known.
      const { dollars, unknownRequests, isAbout } = known;
      return { requests, value: dollars, isLowerBound: unknownRequests > 0, isAbout };
    }
    const totals = totalTokens(some.map(({ counts }) => counts));
    const isLowerBound = totals.unknownRequests !== undefined;
    return { requests, value: tokenCount(totals), isLowerBound, isAbout: false };
  }

  function row(model: string | null, some: readonly PricedUsage[]): DailyUsage {
    const days = dayStarts.map((startMs, day) => {
      const endMs = dayStarts[day + 1] ?? Number.POSITIVE_INFINITY; // The last day has no end.
      return { startMs, ...amountOf(some.filter(({ atMs }) => atMs >= startMs && atMs < endMs)) };
    });
    return { model, total: amountOf(some), days };
  }

  const byModel = [...new Set(entries.map(({ model }) => model))]
    .map((model) => {
      const own = entries.filter((entry) => entry.model === model);
      return { model, own, value: amountOf(own).value };
    })
    .sort((a, b) => b.value - a.value);
  const named = byModel.length > MAX_ROWS ? MAX_ROWS - 1 : byModel.length;
  const others = byModel.slice(named).flatMap(({ own }) => own);
  const models = byModel.slice(0, named).map(({ model, own }) => row(model, own));
  return {
    unit: isPaid ? 'dollars' : 'tokens',
    all: row(null, entries),
    models: others.length > 0 ? [...models, row(null, others)] : models,
  };
}
