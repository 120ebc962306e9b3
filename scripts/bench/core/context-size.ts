import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { type BenchRow, sum } from '../bench-row';
import { largeContext, TYPICAL_MIX } from './large-context';
import { naiveContext } from './naive-context';
import { typicalContexts } from './typical-states';

/** Default budget of a new chat. */
const DEFAULT_BUDGET_TOKENS = 8_000;
/** A budget that no page exceeds. */
const AMPLE_BUDGET_TOKENS = 10_000_000;
const GOAL = 0.15;

/** Measures the size of the page's state in a request. */
export function contextSizeRows(): BenchRow[] {
  const typical = typicalContexts();
  const [ample, byDefault] = [AMPLE_BUDGET_TOKENS, DEFAULT_BUDGET_TOKENS].map((budgetTokens) =>
    encoded(typical, budgetTokens),
  );
  const isWhole = ample === byDefault;
  const huge = largeContext(10_000, 500, TYPICAL_MIX);
  return [
    {
      ...sizes('typical catalogue, every name sent', typical, AMPLE_BUDGET_TOKENS),
      atMost: GOAL,
      notes: [
        'All providers of the playground’s catalogue in turn, five ignore and two whitelist rules each.',
        'Tokens are estimated as everywhere in Steward, alike on both sides.',
      ],
    },
    {
      ...sizes('typical catalogue, budget of 8,000 tokens', typical, DEFAULT_BUDGET_TOKENS),
      atMost: isWhole ? undefined : GOAL,
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

// Joined, since the estimate rounds up each text.
function encoded(contexts: readonly ModelFilterContext[], budgetTokens: number): string {
  return contexts.map((context) => encodeContext(context, budgetTokens)).join('');
}

function sizes(what: string, contexts: readonly ModelFilterContext[], budgetTokens: number): BenchRow {
  const models = sum(contexts.map((context) => context.models[context.provider]?.length ?? 0));
  const naive = contexts.map((context) => JSON.stringify(naiveContext(context))).join('');
  return {
    what,
    against: 'compact JSON that spells out each model with id, name, status and rule',
    unit: 'tokens per model',
    measured: [estimateTokens(encoded(contexts, budgetTokens)) / models],
    baseline: [estimateTokens(naive) / models],
  };
}
