import { COMMON_MODEL_COUNT, createCatalogue } from '@/playground/server/catalogue';
import type { RulesByProvider } from '@/src/adapters/kit/rules/provider-rules';
import {
  type ModelFilterContext,
  type ModelFilterState,
  restorableState,
} from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { createSeededRandom } from './seeded-random';

const RULES_AT_FIRST = { ignore: 12, whitelist: 4 };
/** Typical rules, which hide dated, experimental and non-chat models and keep a few others. */
const TYPICAL_RULES = {
  ignore: ['*-preview*', '*-exp*', '*embed*', '*2024*', '*vision*'],
  whitelist: ['gpt-4o*', '*-latest'],
};
const SEED = 1;

const catalogue = () => createCatalogue({ seed: SEED, size: COMMON_MODEL_COUNT });

/** The playground's catalogue with typical rules, as one context for each provider in view. */
export function typicalContexts(): ModelFilterContext[] {
  const { providers, idsOf } = catalogue();
  return providers.map((provider) =>
    modelFilterState({
      provider,
      providers: [...providers],
      models: { [provider]: [...(idsOf(provider) ?? [])] },
      drafts: { [provider]: TYPICAL_RULES },
    }),
  );
}

/**
 * A page's restorable states after typical edits: of ten edits four add a rule, four remove one, one changes
 * the search and one the provider in view. Every provider of the catalogue has rules.
 */
export function typicalStates(count: number): ModelFilterState[] {
  const random = createSeededRandom(SEED);
  const { providers, idsOf } = catalogue();
  const patternOf = (provider: string) => {
    const ids = idsOf(provider) ?? [];
    const id = ids[random(ids.length)] ?? '';
    const name = id.slice(id.indexOf('/') + 1);
    return `${name.slice(0, 4 + random(name.length))}*`;
  };
  const patternsOf = (provider: string, length: number) => Array.from({ length }, () => patternOf(provider));
  const drafts: RulesByProvider = Object.fromEntries(
    providers.map((provider) => [
      provider,
      {
        ignore: patternsOf(provider, RULES_AT_FIRST.ignore),
        whitelist: patternsOf(provider, RULES_AT_FIRST.whitelist),
      },
    ]),
  );
  const state: ModelFilterState = { provider: providers[0] ?? '', drafts, search: '' };
  const edit = () => {
    const kind = random(10);
    if (kind === 0) state.provider = providers[random(providers.length)] ?? '';
    else if (kind === 1) state.search = patternOf(state.provider).slice(1, 5);
    else {
      const rules = state.drafts[state.provider] ?? { ignore: [], whitelist: [] };
      const list = random(4) === 0 ? rules.whitelist : rules.ignore;
      if (kind < 6 && list.length > 0) list.splice(random(list.length), 1);
      else list.push(patternOf(state.provider));
    }
  };
  return Array.from({ length: count }, () => {
    edit();
    return structuredClone(restorableState(modelFilterState(state)));
  });
}
