import type { ToolResult } from '@/src/core/records/tool-result';
import { providersOf } from '../model-filter/model-filter-context';
import { countOf } from '../model-filter/sentence-parts';
import { listed } from '../model-filter/tools/tool-results';
import { decideListed, isHidden, listedOf } from './decide-listed';
import type { LlmProxyContext } from './proxy-context';
import { failure } from './tool-results';

/**
 * Compares the models that clients get with the saved rules, of one provider or of all. A listed model that the rules hide
 * proves that they are not in force; without one, they are as far as the list shows.
 */
export function checkInForce(context: LlmProxyContext, provider: string | null): ToolResult {
  if (context.models === null) return notListed();
  const of = provider === null ? '' : ` of ${provider}`;
  const models = listedOf(decideListed(context), provider);
  const stillListed = models.filter(isHidden);
  if (stillListed.length > 0) {
    const uncertain = stillListed.filter(({ isCertain }) => !isCertain).length;
    return {
      success: true,
      message: [
        `Restart needed: clients still get ${countOf(stillListed.length, 'model')}${of} that the saved rules hide.`,
        'If that stays so after a restart, the process gets other rules from its environment, which win over the .env file and which no API shows.',
        ...(uncertain === 0 ? [] : [`For ${uncertain} of them the proxy may use another provider’s rules.`]),
      ].join(' '),
      data: {
        in_force: false,
        restart_needed: true,
        ...listed(
          'still_listed',
          stillListed.map(({ id }) => id),
        ),
      },
    };
  }
  const rules = providersOf(context.filters).filter((name) => provider === null || name === provider);
  const saved =
    rules.length === 0
      ? `There are no saved rules${of}.`
      : `In force: of the ${countOf(models.length, 'model')}${of} that clients get, the saved rules hide none.`;
  return {
    success: true,
    message: `${saved} If rules were removed, or whitelist rules added, look whether the models that should come back are listed: the list alone can’t show that one is missing.`,
    data: { in_force: true, restart_needed: false, listed_models: models.length },
  };
}

/** The failure of a call that needs the list of models. */
export function notListed(): ToolResult {
  return failure(
    'models_unknown',
    'The proxy doesn’t list its models now: after a start it first fetches those of all providers. Try again later.',
  );
}
