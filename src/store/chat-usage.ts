import type { ModelInfo } from '@/src/core/llm/ai-service';
import { type ContextLevel, contextLevel } from '@/src/core/usage/context-level';
import { calculateContextWindowTokens } from '@/src/core/usage/context-window';
import { getCumulativeTokenUsage, tokenCount, totalTokens } from '@/src/core/usage/cumulative-usage';
import type { CutPrompt } from '@/src/core/usage/cut-prompt';
import { effectiveInputTokens, usageCost } from '@/src/core/usage/usage-cost';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Message } from '@/src/schema/message';
import type { TokenTotals, TokenUsageEntry, UsageKind } from '@/src/schema/usage';

/** Usage of some of a chat's requests, such as those of one kind or one model. */
export interface UsageGroup<Name extends string> {
  name: Name;
  requests: number;
  totals: TokenTotals;
  cost: ShownCost | null;
}

/** Money spent, in US dollars. */
export interface ShownCost {
  dollars: number;
  isLowerBound: boolean;
  /** True if a part is an estimate. */
  isAbout: boolean;
  /** True if some request's connection is unknown. Its cost is then computed with the prices of the chat's current connection. */
  isAssumed: boolean;
}

/** A model of a connection. */
export interface ModelTarget {
  connectionId: string;
  model: string;
}

export interface ChatUsage {
  /** Tokens in the context window; null if unknown. */
  windowTokens: number | null;
  /** The window's size; null if neither the endpoint nor the user gave one. */
  sizeTokens: number | null;
  /** The size that the endpoint stated, or the smaller size that its token counts show; null without either. */
  endpointSizeTokens: number | null;
  /** A prompt that the endpoint cut; null if none is known. */
  cut: CutPrompt | null;
  level: ContextLevel | null;
  /** Input tokens weighted by price: cached tokens count less, tokens written to the cache more. */
  effectiveInputTokens: number;
  all: UsageGroup<'all'>;
  /** The requests of the newest run that made any; null if no run did. */
  lastAnswer: UsageGroup<'answer'> | null;
  byKind: UsageGroup<UsageKind>[];
  byModel: UsageGroup<string>[];
  /** Models whose prices the user can enter: the chat's model and those of its requests, unless the endpoint states their prices or costs. */
  priceable: ModelTarget[];
}

const KINDS: readonly UsageKind[] = ['response', 'title', 'summary', 'check'];

/**
 * Computes the figures from the record. `modelsOf`: returns the models that a connection's endpoint listed. `cut`: a prompt that the chat's
 * endpoint and model cut, in this chat or another one.
 */
export function chatUsage(
  settings: Pick<ChatSettings, 'connectionId' | 'model' | 'contextWindowTokens'>,
  messages: readonly Message[],
  history: readonly TokenUsageEntry[],
  modelsOf: (connectionId: string | null) => readonly ModelInfo[],
  cut: CutPrompt | null,
): ChatUsage {
  const tokenUsageHistory = history.filter(({ isCopied }) => isCopied !== true);
  const listed = (connectionId: string | null, model: string | null) =>
    modelsOf(connectionId).find(({ id }) => id === model);
  const targetOf = ({ connectionId, model }: Partial<ModelTarget>): ModelTarget => ({
    // The request of an older version has none. Empty ids are those of no connection and no model.
    connectionId: connectionId ?? settings.connectionId ?? '',
    model: model ?? settings.model ?? '',
  });
  const pricesOf = (target: Partial<ModelTarget>) => {
    const { connectionId, model } = targetOf(target);
    return listed(connectionId, model)?.prices ?? null;
  };
  const listedTokens = listed(settings.connectionId, settings.model)?.contextTokens ?? null;
  // A model list states what the model can read. A local server may read less, which a cut prompt shows.
  const endpointSizeTokens =
    cut === null ? listedTokens : Math.min(cut.readTokens, listedTokens ?? cut.readTokens);
  const sizeTokens = settings.contextWindowTokens ?? endpointSizeTokens;
  const windowTokens = calculateContextWindowTokens(messages, history);
  const totals = getCumulativeTokenUsage(messages, tokenUsageHistory);
  const entriesTotal = tokenCount(totalTokens(tokenUsageHistory.map(({ counts }) => counts)));
  const names = [...new Set(tokenUsageHistory.map(({ model }) => model))];

  function costOf(entries: readonly TokenUsageEntry[]): ShownCost | null {
    const cost = usageCost(entries, pricesOf);
    if (cost === null) return null;
    const isAssumed = entries.some(({ connectionId }) => connectionId === undefined);
    return {
      dollars: cost.dollars,
      isLowerBound: cost.unknownRequests > 0,
      isAbout: cost.isAbout || isAssumed,
      isAssumed,
    };
  }

  function group<Name extends string>(
    name: Name,
    isPart: (entry: TokenUsageEntry) => boolean,
  ): UsageGroup<Name>[] {
    const entries = tokenUsageHistory.filter(isPart);
    if (entries.length === 0) return [];
    const counted = totalTokens(entries.map(({ counts }) => counts));
    return [{ name, requests: entries.length, totals: counted, cost: costOf(entries) }];
  }

  /** True if the user entered the model's prices, or if a cost is unknown without them: some endpoints state costs, but no prices. */
  function isPriceable(target: ModelTarget): boolean {
    const prices = pricesOf(target);
    if (prices !== null) return prices.isEntered === true;
    const own = tokenUsageHistory.filter((entry) => isSame(targetOf(entry), target));
    return usageCost(own, pricesOf)?.unknownRequests !== 0;
  }

  const targets = [targetOf({}), ...tokenUsageHistory.map(targetOf)].filter(
    (target, index, all) => all.findIndex((one) => isSame(one, target)) === index,
  );
  const cost = costOf(tokenUsageHistory);
  const lastRunId = tokenUsageHistory.findLast(({ runId }) => runId !== null)?.runId;
  return {
    windowTokens,
    sizeTokens,
    endpointSizeTokens,
    cut,
    level: contextLevel(windowTokens, sizeTokens),
    effectiveInputTokens: effectiveInputTokens({
      promptTokens: totals.inputTokens,
      completionTokens: totals.outputTokens,
      cacheReadInputTokens: totals.cacheReadTokens,
      cacheCreationInputTokens: totals.cacheCreationTokens,
    }),
    all: {
      name: 'all',
      requests: tokenUsageHistory.length,
      totals,
      // Only usage rows have a model, and so a price. If they are missing for requests that an accounting row counts, the cost is a lower
      // bound.
      cost:
        cost === null
          ? null
          : { ...cost, isLowerBound: cost.isLowerBound || tokenCount(totals) > entriesTotal },
    },
    lastAnswer: group('answer', ({ runId }) => runId !== null && runId === lastRunId)[0] ?? null,
    byKind: KINDS.flatMap((kind) => group(kind, (entry) => entry.kind === kind)),
    byModel: names.flatMap((name) => group(name, (entry) => entry.model === name)),
    priceable: targets.filter(isPriceable),
  };
}

function isSame(a: ModelTarget, b: ModelTarget): boolean {
  return a.connectionId === b.connectionId && a.model === b.model;
}
