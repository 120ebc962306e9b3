import { decideModels, isVisible } from '../filter/decide';
import type { Catalogue, CatalogueModel } from './catalogue';
import { type Filters, rulesOf } from './saved-rules';

/** The models that clients see: each provider's models by that provider's own rules. Sorted by id. */
export function visibleModels(catalogue: Catalogue, filters: Filters): CatalogueModel[] {
  const hidden = new Set<string>();
  for (const provider of catalogue.providers) {
    for (const decision of decideModels(catalogue.idsOf(provider) ?? [], rulesOf(filters, provider))) {
      if (!isVisible(decision)) hidden.add(decision.id);
    }
  }
  return catalogue.models.filter((model) => !hidden.has(model.id));
}

/** The model of this id if there is one and clients see it, else null. */
export function findVisibleModel(catalogue: Catalogue, filters: Filters, id: string): CatalogueModel | null {
  const model = catalogue.find(id);
  if (model === null) return null;
  return decideModels([id], rulesOf(filters, model.provider)).every(isVisible) ? model : null;
}
