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

/** Whether the rules of an id's provider, which is what precedes its first slash, hide the model. */
export function isHidden(filters: Filters, id: string): boolean {
  const provider = id.slice(0, Math.max(0, id.indexOf('/')));
  return !decideModels([id], rulesOf(filters, provider)).every(isVisible);
}
