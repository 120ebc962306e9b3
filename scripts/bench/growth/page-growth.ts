import { decideModels } from '@/src/adapters/model-filter/decide-models';
import { diffContext } from '@/src/adapters/model-filter/diff';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import {
  type ModelFilterContext,
  restorableState,
  rulesOf,
} from '@/src/adapters/model-filter/model-filter-context';
import { hashJson } from '@/src/core/hash';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import type { BenchRow } from '../bench-row';
import { largeContext, PLAIN_MIX } from '../core/large-context';
import { timed } from '../measure';
import { growthRow } from './growth-row';

/** The budget of a model with a small context. */
const BUDGET_TOKENS = 8_000;
const MODELS_PER_PROVIDER = 20;

/**
 * Measures how the work for one reading of the page grows with the page. All rules are names or prefixes of models: with other
 * patterns, this number of rules for this number of models is refused as too complex (docs/limits.md).
 */
export async function pageGrowthRows(): Promise<BenchRow[]> {
  return [
    await growthRow({
      what: 'one reading, by models, with 50 rules',
      sizes: [100, 1_000, 10_000, 100_000],
      prepare: (models) => readingOf(largeContext(models, 50, PLAIN_MIX)),
      goal: 'linear',
    }),
    await growthRow({
      what: 'one reading, by rules, with 5,000 models',
      sizes: [1, 10, 100, 1_000, 5_000],
      prepare: (rules) => readingOf(largeContext(5_000, rules, PLAIN_MIX)),
      goal: 'linear',
    }),
    await growthRow({
      what: `one reading, by providers of ${MODELS_PER_PROVIDER} models`,
      sizes: [1, 10, 100],
      prepare: (providers) => readingOf(contextOf(providers)),
      goal: 'linear',
    }),
  ];
}

/** Parses, decides, compares and encodes a page, as for each reading. */
function readingOf(context: ModelFilterContext): () => Promise<number> {
  const text = JSON.stringify(context);
  return timed(() => {
    const read = JSON.parse(text) as ModelFilterContext;
    for (const provider of read.providers)
      decideModels(read.models[provider] ?? [], rulesOf(read.drafts, provider));
    hashJson(restorableState(read));
    diffContext(context, read, 0);
    encodeContext(read, BUDGET_TOKENS);
  });
}

/** A page with this many providers, each with models and a rule that hides some of them. */
function contextOf(count: number): ModelFilterContext {
  const providers = Array.from({ length: count }, (_, index) => `provider-${index}`);
  const rules = Object.fromEntries(
    providers.map((provider) => [provider, { ignore: ['*-1*'], whitelist: [] }]),
  );
  const names = Array.from({ length: MODELS_PER_PROVIDER }, (_, index) => `model-${index}`);
  return modelFilterState({
    provider: 'provider-0',
    providers,
    models: Object.fromEntries(
      providers.map((provider) => [provider, names.map((name) => `${provider}/${name}`)]),
    ),
    drafts: rules,
    saved: rules,
  });
}
