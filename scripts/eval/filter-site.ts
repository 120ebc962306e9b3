import { isDeepStrictEqual } from 'node:util';
import type { RulesByProvider } from '@/src/adapters/kit/rules/provider-rules';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { matchesModel } from '@/tests/fakes/matches-model';
import { createModelFilterSite } from '@/tests/fakes/model-filter-site';
import { createBareDocument } from '@/tests/world/bare-document';
import type { EvalSite } from './eval-task';

/** Rules that another administrator saves, each just before the response of this number, counted from 0. */
type SavedElsewhere = Readonly<Record<number, RulesByProvider>>;

/** A model-filter page in memory. Its facts are the hidden models of each provider. */
export async function openFilterPage(
  start: ModelFilterContext,
  elsewhere: SavedElsewhere,
): Promise<EvalSite> {
  const site = createModelFilterSite(createBareDocument(), start);
  const { state, proxy } = site.fake;
  let savedByOthers = start.saved;
  return {
    ...site,
    facts: async () =>
      Object.fromEntries(
        Object.entries(start.models).map(([provider, ids]) => [
          provider,
          hiddenIds(ids, state.drafts[provider]),
        ]),
      ),
    isSaved: () => !isDeepStrictEqual(withoutEmpty(proxy.file), withoutEmpty(savedByOthers)),
    beforeResponse(response) {
      const rules = elsewhere[response];
      if (rules === undefined) return;
      savedByOthers = rules;
      proxy.file = structuredClone(rules);
    },
    close: async () => undefined,
  };
}

/** The ids of a provider's models that its rules hide, by the matcher of the playground, which shares no code with the product. */
function hiddenIds(ids: readonly string[], rules: RulesByProvider[string] | undefined): string[] {
  if (rules === undefined) return [];
  const matchesAny = (patterns: readonly string[], id: string) =>
    patterns.some((pattern) => matchesModel(pattern, id));
  return ids.filter((id) => matchesAny(rules.ignore, id) && !matchesAny(rules.whitelist, id));
}

function withoutEmpty(rules: RulesByProvider): RulesByProvider {
  const some = Object.entries(rules).filter(
    ([, { ignore, whitelist }]) => ignore.length + whitelist.length > 0,
  );
  return Object.fromEntries(some);
}
