import { visibleJson } from '@/src/core/text/visible-json';
import { modelLinesWithin } from '../kit/lines-within';
import { countOf } from '../kit/tool-results';
import { RULE_KINDS, rulesOf } from '../model-filter/model-filter-context';
import { isPlainName, nameText } from '../model-filter/page-text';
import { countDecided } from './count-decided';
import { decideListed, isHidden, type ListedModel } from './decide-listed';
import { knownProviders, type LlmProxyContext, providerOfId } from './proxy-context';

/** The page's state as lines for the model; see {@link modelLinesWithin}. */
export function encodeContext(context: LlmProxyContext, budgetTokens: number): string {
  return modelLinesWithin(
    (hasModels) => linesOf(context, hasModels),
    budgetTokens,
    'list_rules and list_models',
  );
}

function linesOf(context: LlmProxyContext, hasModels: boolean): string[] {
  const { models, aliases } = context;
  const byProvider = groupsOf(decideListed(context));
  const counts = countDecided(context);
  const others = byProvider.get(null) ?? []; // Most servers list none.
  return [
    models === null
      ? 'models: the proxy does not list them now'
      : `models: clients get ${models.length} now; those that the proxy hides now are not known`,
    'rules in the .env file, and listed models, by provider (- before a model: the rules hide it after a restart):',
    ...knownProviders(context).flatMap((provider) => {
      const listed = byProvider.get(provider) ?? []; // A provider may have rules or credentials alone.
      return [
        `${nameText(provider)} (${credentialsText(context, provider)}): ${countOf(listed.length, 'model')}, ${listed.filter(isHidden).length} hidden after a restart`,
        ...ruleLines(context, provider, counts),
        ...(hasModels && listed.length > 0 ? [`  models: ${modelsText(listed, provider, true)}`] : []),
      ];
    }),
    ...(others.length === 0 ? [] : [`ids without provider: ${modelsText(others, null, hasModels)}`]),
    ...(aliases.length === 0
      ? []
      : [`aliases for the latest model (no rules): ${aliases.map(nameText).join(' ')}`]),
  ];
}

/** The models of each provider; null has those whose ids name none. */
function groupsOf(models: readonly ListedModel[]): Map<string | null, ListedModel[]> {
  const groups = new Map<string | null, ListedModel[]>();
  for (const model of models) {
    const provider = providerOfId(model.id);
    const group = groups.get(provider) ?? []; // Its first model.
    group.push(model);
    groups.set(provider, group);
  }
  return groups;
}

function ruleLines(
  { filters }: LlmProxyContext,
  provider: string,
  counts: ReturnType<typeof countDecided>,
): string[] {
  return RULE_KINDS.flatMap((kind) => {
    const patterns = rulesOf(filters, provider)[kind];
    const texts = patterns.map(
      (pattern) => `${visibleJson(pattern)} decides ${counts(provider, kind, pattern)}`,
    );
    return patterns.length === 0 ? [] : [`  ${kind}: ${texts.join(', ')}`];
  });
}

function credentialsText({ providers }: LlmProxyContext, provider: string): string {
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (known === undefined) return 'no credentials in the .env file';
  return `${countOf(known.keys, 'API key')}, ${countOf(known.oauth, 'OAuth account')}`;
}

/** Names without their provider; a minus sign before those that the rules hide. */
function modelsText(models: readonly ListedModel[], provider: string | null, hasModels: boolean): string {
  if (!hasModels) return countOf(models.length, 'model');
  return models
    .map((model) => {
      const name = provider === null ? model.id : model.id.slice(provider.length + 1);
      const text = isPlainName(name) && !name.startsWith('-') ? name : visibleJson(name);
      return `${isHidden(model) ? '-' : ''}${text}`;
    })
    .join(' ');
}
