import { COMMON_MODEL_COUNT, createCatalogue } from '@/playground/server/catalogue';
import type { ModelFilterContext, RuleSet } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';

/** Typical rules, which hide dated, experimental and non-chat models and keep a few others. */
const TYPICAL_RULES: RuleSet = {
  ignore: ['*-preview*', '*-exp*', '*embed*', '*2024*', '*vision*'],
  whitelist: ['gpt-4o*', '*-latest'],
};

/** The playground's catalogue with typical rules, as one context for each provider in view. */
export function typicalContexts(): ModelFilterContext[] {
  const catalogue = createCatalogue({ seed: 1, size: COMMON_MODEL_COUNT });
  return catalogue.providers.map((provider) =>
    modelFilterState({
      provider,
      providers: [...catalogue.providers],
      models: { [provider]: [...(catalogue.idsOf(provider) ?? [])] },
      drafts: { [provider]: TYPICAL_RULES },
      saved: {},
    }),
  );
}
