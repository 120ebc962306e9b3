import { hasBit } from '../../filter/bit-set';
import { hiddenModels, type RuleSet } from '../../filter/decide';
import type { CatalogueApi } from '../api/catalogue-api';
import { messageOf } from './outcome';
import type { SaveEffect } from './page-action';
import type { PageState } from './page-state';
import { type RuleSets, rulesOf } from './rule-sets';

/**
 * Compares the proxy's model list with the loaded models that these rules leave visible. Unknown if the list
 * is unavailable or was made from other models than those loaded.
 */
export async function saveEffectOf(
  api: CatalogueApi,
  models: PageState['models'],
  providers: readonly string[],
  rules: RuleSets,
): Promise<SaveEffect> {
  if (providers.some((provider) => !Object.hasOwn(models, provider))) return 'unknown';
  let listed: readonly string[];
  try {
    listed = await api.getListedModels();
  } catch (error) {
    messageOf(error);
    return 'unknown';
  }
  const effects = providers.map((provider) => {
    const own = listed.filter((id) => id.startsWith(`${provider}/`));
    return effectOn(models[provider] ?? [], rulesOf(rules, provider), own);
  });
  if (effects.includes('unknown')) return 'unknown';
  return effects.includes('after-restart') ? 'after-restart' : 'now';
}

function effectOn(ids: readonly string[], rules: RuleSet, listed: readonly string[]): SaveEffect {
  const known = new Set(ids);
  if (listed.some((id) => !known.has(id))) return 'unknown';
  const hidden = hiddenModels(ids, rules);
  const seen = new Set(listed);
  return ids.every((id, position) => seen.has(id) !== hasBit(hidden, position)) ? 'now' : 'after-restart';
}
