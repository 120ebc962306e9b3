import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { atMost, type BenchRow, sum } from '../bench-row';
import { largeContext, TYPICAL_MIX } from './large-context';
import { naiveContext } from './naive-context';
import { typicalContexts } from './typical-contexts';

/** Default budget of a new chat. */
const DEFAULT_BUDGET_TOKENS = 8_000;
/** A budget that no page exceeds. */
const AMPLE_BUDGET_TOKENS = 10_000_000;

/** Measures the size of the page's state in a request. */
export function contextSizeRows(): BenchRow[] {
  const typical = typicalContexts();
  const isWhole = typical.every(
    (context) =>
      encodeContext(context, DEFAULT_BUDGET_TOKENS) === encodeContext(context, AMPLE_BUDGET_TOKENS),
  );
  const goal = atMost(0.15);
  const huge = largeContext(10_000, 500, TYPICAL_MIX);
  return [
    {
      ...sizes('typical catalogue, every name sent', typical, AMPLE_BUDGET_TOKENS),
      goal,
      notes: [
        'All providers of the playground’s catalogue in turn, five ignore and two whitelist rules each.',
        'Tokens are estimated as everywhere in Steward, alike on both sides.',
      ],
    },
    {
      ...sizes('typical catalogue, budget of 8,000 tokens', typical, DEFAULT_BUDGET_TOKENS),
      goal: isWhole ? undefined : goal,
      notes: [
        isWhole
          ? 'Every provider’s models fit the budget by name, so the goal counts for the row above.'
          : 'Some providers’ models don’t fit the budget by name and are summarised.',
      ],
    },
    {
      ...sizes('10,000 models, 500 rules, budget of 8,000 tokens', [huge], DEFAULT_BUDGET_TOKENS),
      notes: ['Summarised by groups with exact counts.'],
    },
  ];
}

function sizes(
  what: string,
  contexts: readonly ModelFilterContext[],
  budgetTokens: number,
): Omit<BenchRow, 'goal' | 'notes'> {
  const models = sum(contexts.map((context) => context.models[context.provider]?.length ?? 0));
  // Joined, since the estimate rounds up each text.
  const tokensPerModel = (texts: string[]) => estimateTokens(texts.join('')) / models;
  return {
    what,
    against: 'compact JSON that spells out each model with id, name, status and rule',
    unit: 'tokens per model',
    measured: [tokensPerModel(contexts.map((context) => encodeContext(context, budgetTokens)))],
    baseline: [tokensPerModel(contexts.map((context) => JSON.stringify(naiveContext(context))))],
  };
}
