import { COMMON_MODEL_COUNT, createCatalogue } from '@/playground/server/catalogue';
import {
  type ModelFilterState,
  type RulesByProvider,
  restorableState,
} from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { createSeededRandom } from './seeded-random';

const RULES_AT_FIRST = { ignore: 12, whitelist: 4 };
const SEED = 1;

type Random = (limit: number) => number;

/**
 * A page's restorable states after typical edits: of ten edits four add a rule, four remove one, one changes
 * the search and one the provider in view. Every provider of the catalogue has rules.
 */
export function typicalStates(count: number): ModelFilterState[] {
  const random = createSeededRandom(SEED);
  const { providers, idsOf } = createCatalogue({ seed: SEED, size: COMMON_MODEL_COUNT });
  const patternOf = (provider: string) => makePattern(idsOf(provider) ?? [], random);
  const drafts: RulesByProvider = Object.fromEntries(
    providers.map((provider) => [
      provider,
      {
        ignore: Array.from({ length: RULES_AT_FIRST.ignore }, () => patternOf(provider)),
        whitelist: Array.from({ length: RULES_AT_FIRST.whitelist }, () => patternOf(provider)),
      },
    ]),
  );
  const state: ModelFilterState = { provider: providers[0] ?? '', drafts, search: '' };
  return Array.from({ length: count }, () => {
    edit(state, providers, patternOf, random);
    return structuredClone(restorableState(modelFilterState(state)));
  });
}

function edit(
  state: ModelFilterState,
  providers: readonly string[],
  patternOf: (provider: string) => string,
  random: Random,
): void {
  const kind = random(10);
  if (kind === 0) state.provider = providers[random(providers.length)] ?? '';
  else if (kind === 1) state.search = patternOf(state.provider).slice(1, 5);
  else {
    const rules = state.drafts[state.provider] ?? { ignore: [], whitelist: [] };
    const list = random(4) === 0 ? rules.whitelist : rules.ignore;
    const isRemoval = kind < 6 && list.length > 0;
    if (isRemoval) list.splice(random(list.length), 1);
    else list.push(patternOf(state.provider));
    state.drafts[state.provider] = rules;
  }
}

function makePattern(ids: readonly string[], random: Random): string {
  const id = ids[random(ids.length)] ?? '';
  const name = id.slice(id.indexOf('/') + 1);
  return `${name.slice(0, 4 + random(name.length))}*`;
}
