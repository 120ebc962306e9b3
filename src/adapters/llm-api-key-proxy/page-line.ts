import type { PageLine } from '@/src/core/adapter/adapter-definition';
import { countOf } from '../kit/tool-results';
import { providersOf, RULE_KINDS, rulesOf } from '../model-filter/model-filter-context';
import { decideListed, isHidden } from './decide-listed';
import { type LlmProxyContext, providerOfId } from './proxy-context';

/** The panel's one line about the page. */
export function pageLine(context: LlmProxyContext): PageLine {
  const { filters, models } = context;
  const rules = providersOf(filters).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) => rulesOf(filters, provider)[kind]),
  );
  return {
    title: 'LLM-API-Key-Proxy',
    facts: [
      countOf(rules.length, 'rule'),
      models === null ? 'models unknown' : countOf(models.length, 'listed model'),
      ...(isRestartNeeded(context) ? ['restart needed'] : []),
    ],
    unsaved: false,
  };
}

/** Suggested messages, the best first. */
export function suggestions(context: LlmProxyContext): string[] {
  const models = decideListed(context);
  const preview = models.find((model) => model.id.includes('preview') && !isHidden(model));
  const provider = preview === undefined ? null : providerOfId(preview.id);
  return [
    ...(isRestartNeeded(context) ? ['Are the saved rules in force?'] : []),
    ...(provider === null ? [] : [`Hide all preview models of ${provider}`]),
    'Which rules are there, and which models do they hide?',
  ];
}

/** True if clients get a model that the saved rules certainly hide. */
function isRestartNeeded(context: LlmProxyContext): boolean {
  return decideListed(context).some((model) => isHidden(model) && model.isCertain);
}
