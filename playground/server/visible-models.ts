import { decideModels, isVisible } from '../filter/decide';
import type { Catalogue, CatalogueModel } from './catalogue';
import { type Filters, rulesOf } from './saved-rules';

/** The models that clients see: each provider's models filtered by its own rules, in the order of the providers. */
export function visibleModels(catalogue: Catalogue, filters: Filters): CatalogueModel[] {
  const hidden = new Set<string>();
  for (const provider of catalogue.providers) {
    for (const decision of decideModels(catalogue.idsOf(provider) ?? [], rulesOf(filters, provider))) {
      if (!isVisible(decision)) hidden.add(decision.id);
    }
  }
  return catalogue.listed.filter((model) => !hidden.has(model.id));
}
