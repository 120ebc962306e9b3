import { decideModels } from '@/src/adapters/kit/rules/decide-models';
import { rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import { diffContext } from '@/src/adapters/model-filter/diff';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import { type ModelFilterContext, restorableState } from '@/src/adapters/model-filter/model-filter-context';
import { hashJson } from '@/src/core/hash';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import type { BenchRow } from '../bench-row';
import { largeContext, PLAIN_MIX } from '../core/large-context';
import { sampleInTurns, timed } from '../measure';
import { exponentRow, LINEAR, TURNS } from './exponent-row';

/** The budget of a model with a small context. */
const BUDGET_TOKENS = 8_000;
const MODELS_PER_PROVIDER = 20;

/**
 * Measures how the work for one reading of the page grows with the page. All rules are names or prefixes of models: with other
 * patterns, this number of rules for this number of models is refused as too complex (docs/limits.md).
 */
export async function pageGrowthRows(): Promise<BenchRow[]> {
  return [
    await readingRow('by models, with 50 rules', [100, 1_000, 10_000, 100_000], (models) =>
      largeContext(models, 50, PLAIN_MIX),
    ),
    await readingRow('by rules, with 5,000 models', [1, 10, 100, 1_000, 5_000], (rules) =>
      largeContext(5_000, rules, PLAIN_MIX),
    ),
    await readingRow(`by providers of ${MODELS_PER_PROVIDER} models`, [1, 10, 100], contextOf),
  ];
}

/** Parses, decides, compares and encodes a page, as for each reading. */
async function readingRow(
  what: string,
  sizes: readonly number[],
  contextOfSize: (size: number) => ModelFilterContext,
): Promise<BenchRow> {
  const readings = new Map(
    sizes.map((size) => {
      const context = contextOfSize(size);
      const text = JSON.stringify(context);
      const read = () => {
        const next = JSON.parse(text) as ModelFilterContext;
        for (const provider of next.providers)
          decideModels(next.models[provider] ?? [], rulesOf(next.drafts, provider));
        hashJson(restorableState(next));
        diffContext(context, next, 0);
        encodeContext(next, BUDGET_TOKENS);
      };
      return [size, timed(read)];
    }),
  );
  const samplesOf = await sampleInTurns(TURNS, sizes, async (size) => readings.get(size)?.() ?? Number.NaN);
  return exponentRow(`one reading, ${what}`, sizes, samplesOf, LINEAR);
}

/** A page with this many providers, each with models and a rule that hides some of them. */
function contextOf(count: number): ModelFilterContext {
  const providers = Array.from({ length: count }, (_, index) => `provider-${index}`);
  const names = Array.from({ length: MODELS_PER_PROVIDER }, (_, index) => `model-${index}`);
  const byProvider = <Value>(value: (provider: string) => Value) =>
    Object.fromEntries(providers.map((provider) => [provider, value(provider)]));
  const rules = byProvider(() => ({ ignore: ['*-1*'], whitelist: [] }));
  const models = byProvider((provider) => names.map((name) => `${provider}/${name}`));
  return modelFilterState({ provider: 'provider-0', providers, models, drafts: rules, saved: rules });
}
