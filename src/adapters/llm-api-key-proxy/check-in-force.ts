import type { ToolResult } from '@/src/core/records/tool-result';
import { countOf, failure, listed } from '../kit/tool-results';
import { providersOf } from '../model-filter/model-filter-context';
import { decideListed, isHidden, type ListedModel, listedOf } from './decide-listed';
import type { LlmProxyContext } from './proxy-context';

const OTHER_RULES =
  'If that stays so after a restart, the process gets other rules from its environment, which win over the .env file and which no API shows.';
const NOT_SHOWN =
  'If rules were removed, or whitelist rules added, look whether the models that should come back are listed: the list alone can’t show that one is missing.';

/**
 * Compares the models that clients get with the saved rules, of one provider or of all. A listed model that the rules hide
 * proves that they are not in force; without one, they are as far as the list shows.
 */
export function checkInForce(context: LlmProxyContext, provider: string | null): ToolResult {
  if (context.models === null) return notListed();
  const of = provider === null ? '' : ` of ${provider}`;
  const models = listedOf(decideListed(context), provider);
  const hidden = models.filter(isHidden);
  const certain = hidden.filter(({ isCertain }) => isCertain);
  if (certain.length > 0) {
    const message = `Restart needed: clients still get ${countOf(certain.length, 'model')}${of} that the saved rules hide. ${OTHER_RULES}`;
    return { success: true, message, data: { restart_needed: true, ...stillListed(hidden) } };
  }
  if (hidden.length > 0) {
    const message = `Not certain: clients get ${countOf(hidden.length, 'model')}${of} that the saved rules may hide. The proxy falls back to the rules of the provider that offers a model, which its API doesn’t name.`;
    return { success: true, message, data: { restart_needed: null, ...stillListed(hidden) } };
  }
  const hasRules = providersOf(context.filters).some((name) => provider === null || name === provider);
  const found = hasRules
    ? `In force as far as /v1/models shows: of the ${countOf(models.length, 'model')}${of} that clients get, the saved rules hide none.`
    : `There are no saved rules${of}.`;
  return {
    success: true,
    message: `${found} ${NOT_SHOWN}`,
    data: { restart_needed: false, listed_models: models.length },
  };
}

function stillListed(models: readonly ListedModel[]) {
  return listed(
    'still_listed',
    models.map(({ id }) => id),
  );
}

/** The failure of a call that needs the list of models. */
export function notListed(): ToolResult {
  return failure(
    'models_unknown',
    'The proxy doesn’t list its models now: after a start it first fetches those of all providers. Try again later.',
  );
}
