import { type ChangeGroup, defineAdapter, type PageLine } from '@/src/core/adapter/adapter-definition';
import type { ModelGroup } from '@/src/core/adapter/page-models';
import { isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Change } from '@/src/schema/change';
import type { InForce } from '@/src/schema/values/in-force';
import type { Json } from '@/src/schema/values/json';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { portableEntries } from '../kit/entries/portable-entries';
import { modelLinesWithin } from '../kit/lines-within';
import { isPlainName, nameText } from '../kit/plain-names';
import { promptText } from '../kit/prompt-text';
import { isHidden, pageModel } from '../kit/rules/decide-models';
import { patternSyntax } from '../kit/rules/pattern-syntax';
import { diffRules, RULE_EVENTS } from '../kit/rules/provider-differences';
import { providerLists, RULE_KINDS, rulesOf } from '../kit/rules/provider-rules';
import { countRules, ruleEvents } from '../kit/rules/rule-lists';
import { inSlices } from '../kit/slices';
import { stamped } from '../kit/stamped';
import { counted, countOf, ruleTable, servedAsChanged } from '../kit/tool-results';
import {
  contextSchema,
  countDecided,
  decideListed,
  knownProviders,
  type ListedDecision,
  type LlmProxyContext,
  type LlmProxyState,
  providerOfId,
  restorableState,
  ruleUse,
  stateSchema,
} from './filters';
import { changes, effectOfRules, reads } from './tools';

/** System prompt parts for LLM-API-Key-Proxy's web UI. The page's state is sent with the user's message instead. */
const contributions = [
  promptText(
    'llm-api-key-proxy:domain',
    'Context',
    500,
    `The page is the web UI of an LLM-API-Key-Proxy. Each provider has two ordered lists of rules in the server's .env file. An ignore rule hides the models that it matches from the proxy's model list; a whitelist rule keeps the models that it matches, whatever the ignore rules say. A whitelist by itself hides nothing: "only X" needs the ignore rule "*" as well. Hiding doesn't stop clients that ask for a model by name. The page itself only shows the rules; Steward changes them over the server's admin API.`,
  ),
  patternSyntax('llm-api-key-proxy'),
  promptText(
    'llm-api-key-proxy:restart',
    'Guidelines',
    500,
    `A change is saved in the server's .env file at once, and the proxy applies it when it is restarted, not before: its "Reload" answers success and changes nothing. So after a change, say "saved, restart needed", never that models are hidden. When the user says that the proxy was restarted, call check_rules_in_force. Rules that only the process's environment sets appear nowhere and win over the file.`,
  ),
  promptText(
    'llm-api-key-proxy:limits',
    'Guidelines',
    490,
    `The page state lists the models that clients get now. Models that the proxy hides now are in no list, so don't claim to know which models come back when rules are removed. A request that names no provider and fits several: ask which, or do it for each of them if the user says all. The rules of a provider with a name like x-ai can't be changed here, since its lines in the file can't be removed again.`,
  ),
];

/** Type of the change that the server makes without a user: it restarts, or fetches its models again. */
const MODELS_CHANGED = 'listed_models_changed';

/**
 * The definition for the web UI of b3nw's LLM-API-Key-Proxy. Changes are written to the server's file at once, so it
 * has no separate saved state.
 */
export const llmApiKeyProxy = defineAdapter<LlmProxyContext, LlmProxyState>({
  id: 'llm-api-key-proxy',
  title: 'LLM-API-Key-Proxy',
  isShared: true,
  contextSchema,
  stateSchema,
  tools: [...reads, ...changes].map(({ definition }) => definition),
  contributions,
  restorableState,
  portableState(from, now) {
    const rulesIn = (context: LlmProxyContext) => ({
      entries: restorableState(context).filters,
      names: knownProviders(context),
    });
    const { entries, left } = portableEntries(rulesIn(from), rulesIn(now));
    return { state: restorableState({ ...now, filters: entries }), left };
  },
  ownChangeTypes: [MODELS_CHANGED],
  diffContext: (previous, next, atMs) =>
    stamped(
      [
        ...ruleEvents(
          providerLists,
          [previous.filters, next.filters],
          RULE_EVENTS,
          ({ provider, kind }, pattern) => ({ provider, list: kind, ...pattern }),
        ),
        ...otherEvents(previous, next),
      ],
      atMs,
    ),
  changeGroup,
  encodeContext: (context, budgetTokens) =>
    modelLinesWithin((hasModels) => linesOf(context, hasModels), budgetTokens, 'list_rules and list_models'),
  diffState: (from, to) => diffRules(from.filters, to.filters),
  stateEffect: (before, after) => inSlices(() => effectOfRules(before, after)),
  models: (context) => inSlices(() => modelGroups(context)),
  ruleUse: (context) => inSlices(() => ruleUse(context, null)),
  resultViews: {
    list_rules: [ruleTable('list')],
  },
  pageLine,
  effectNote: say('llm-api-key-proxy.effectNote'),
  inForce: (_before, now) => inSlices(() => inForce(now)),
  suggestions,
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});

function otherEvents(previous: LlmProxyContext, next: LlmProxyContext) {
  const isSame = (part: (context: LlmProxyContext) => Json) => isSameJson(part(previous), part(next));
  return [
    ...(isSame(({ providers }) => providers) ? [] : [{ type: 'credentials_changed' }]),
    ...(isSame(({ models, aliases }) => [models, aliases])
      ? []
      : [{ type: MODELS_CHANGED, new_count: next.models?.length ?? null }]),
  ];
}

/** Groups changes of rules by provider and list. */
function changeGroup({ type, provider, list }: Change): ChangeGroup {
  if (type === MODELS_CHANGED) return { fields: {}, readWith: 'list_models' };
  return provider === undefined
    ? { fields: {}, readWith: null }
    : { fields: { provider, list: list ?? null }, readWith: 'list_rules' };
}

function pageLine(context: LlmProxyContext): PageLine {
  const { models } = context;
  return {
    title: 'LLM-API-Key-Proxy',
    name: null,
    facts: [
      ...(isRestartNeeded(context) ? [say('llm-api-key-proxy.pageLine.restartNeeded')] : []),
      say('llm-api-key-proxy.pageLine.rules', { count: countRules(providerLists, context.filters) }),
      models === null
        ? say('llm-api-key-proxy.pageLine.modelsUnknown')
        : say('llm-api-key-proxy.pageLine.models', { count: models.length }),
    ],
    unsaved: false,
  };
}

function suggestions(context: LlmProxyContext): Said[] {
  // An ignore rule can't hide a model that the whitelist keeps, so these models are not suggested.
  const previews = decideListed(context).filter(
    ({ id, status }) => id.includes('preview') && status === 'normal',
  );
  const provider = previews[0] === undefined ? null : providerOfId(previews[0].id);
  const count = previews.filter(({ id }) => providerOfId(id) === provider).length;
  const rules = countRules(providerLists, context.filters);
  return [
    ...(isRestartNeeded(context) ? [say('llm-api-key-proxy.suggestion.inForce')] : []),
    ...(provider === null ? [] : [say('llm-api-key-proxy.suggestion.previews', { count, provider })]),
    ...counted([rules, say('llm-api-key-proxy.suggestion.rules', { count: rules })]),
  ];
}

/** True if clients still get a model that the saved rules certainly hide. */
function isRestartNeeded(context: LlmProxyContext): boolean {
  return stillListed(context).length > 0;
}

function stillListed(context: LlmProxyContext): string[] {
  return decideListed(context).flatMap((model) => (isHidden(model) && model.isCertain ? [model.id] : []));
}

/** A model that is listed although the rules hide it proves that they are not in force. Nothing proves that they are. */
function inForce(now: LlmProxyContext): InForce {
  const { value, evidence } = servedAsChanged({ still: stillListed(now), missing: [], asChanged: 0 });
  return { value, evidence: sentences(evidence, say('llm-api-key-proxy.effectNote')) };
}

function linesOf(context: LlmProxyContext, hasModels: boolean): string[] {
  const { models, aliases } = context;
  const byProvider = groupsOf(decideListed(context));
  const counts = countDecided(context);
  const others = byProvider.get(null) ?? []; // Most servers list no such models.
  return [
    models === null
      ? 'models: the proxy does not list them now'
      : `models: clients get ${models.length} now; those that the proxy hides now are not known`,
    'rules in the .env file, and listed models, by provider (- before a model: the rules hide it after a restart):',
    ...knownProviders(context).flatMap((provider) => {
      const listed = byProvider.get(provider) ?? []; // A provider may have rules or credentials but no listed models.
      return [
        `${nameText(provider)} (${credentialsText(context, provider)}): ${countOf(listed.length, 'model')}, ${listed.filter(isHidden).length} hidden after a restart`,
        ...ruleLines(context, provider, counts),
        ...(hasModels && listed.length > 0 ? [`  models: ${modelsText(listed, provider, true)}`] : []),
      ];
    }),
    ...counted([others.length, `ids without provider: ${modelsText(others, null, hasModels)}`]),
    ...(aliases.length === 0
      ? []
      : [`aliases for the latest model (no rules): ${aliases.map(nameText).join(' ')}`]),
  ];
}

/** The models by provider; those whose ids name no provider are under null. */
function groupsOf(models: readonly ListedDecision[]): Map<string | null, ListedDecision[]> {
  const groups = new Map<string | null, ListedDecision[]>();
  for (const model of models) {
    const provider = providerOfId(model.id);
    const group = groups.get(provider) ?? []; // The first model of its provider.
    group.push(model);
    groups.set(provider, group);
  }
  return groups;
}

function modelGroups(context: LlmProxyContext): ModelGroup[] {
  return [...groupsOf(decideListed(context))].map(([provider, models]) => ({
    name: provider ?? '', // Ids without a provider.
    models: models.map(pageModel),
  }));
}

function ruleLines(
  { filters }: LlmProxyContext,
  provider: string,
  decides: ReturnType<typeof countDecided>,
): string[] {
  return RULE_KINDS.flatMap((kind) => {
    const texts = rulesOf(filters, provider)[kind].map(
      (pattern) => `${visibleJson(pattern)} decides ${decides({ provider, kind }, pattern)}`,
    );
    return counted([texts.length, `  ${kind}: ${texts.join(', ')}`]);
  });
}

function credentialsText({ providers }: LlmProxyContext, provider: string): string {
  const credentials = memberOf(providers, provider);
  if (credentials === null) return 'no credentials in the .env file';
  return `${countOf(credentials.keys, 'API key')}, ${countOf(credentials.oauth, 'OAuth account')}`;
}

/** Model names without their provider. A minus sign marks a model that the rules hide. */
function modelsText(models: readonly ListedDecision[], provider: string | null, hasModels: boolean): string {
  if (!hasModels) return countOf(models.length, 'model');
  return models
    .map((model) => {
      const name = provider === null ? model.id : model.id.slice(provider.length + 1);
      const text = isPlainName(name) && !name.startsWith('-') ? name : visibleJson(name);
      return `${isHidden(model) ? '-' : ''}${text}`;
    })
    .join(' ');
}
