import { type ChangeGroup, defineAdapter, type PageLine } from '@/src/core/adapter/adapter-definition';
import type { ModelGroup } from '@/src/core/adapter/page-models';
import { isSameJson } from '@/src/core/hash';
import { memberOf } from '@/src/core/json-values';
import { visibleJson } from '@/src/core/text/visible-json';
import type { Change } from '@/src/schema/change';
import { type Said, say } from '@/src/schema/values/said';
import { portableEntries } from '../kit/entries/portable-entries';
import { modelLinesWithin } from '../kit/lines-within';
import { memberNames } from '../kit/member-names';
import { promptText } from '../kit/prompt-text';
import { sameTexts } from '../kit/rules/list-changes';
import { countRules, countsOf, differingLists, ruleEvents } from '../kit/rules/rule-lists';
import { inSlices } from '../kit/slices';
import { stamped } from '../kit/stamped';
import { counted, countOf } from '../kit/tool-results';
import {
  ALL_MODELS,
  allLists,
  type CliProxyContext,
  type CliProxyState,
  COMPATIBLE,
  contextSchema,
  decisions,
  diffState,
  type ExcludableModel,
  type ExclusionList,
  entryOf,
  exclusionLists,
  inForce,
  isExcluded,
  modelsOf,
  providersOf,
  restorableState,
  rulesOf,
  ruleUse,
  stateSchema,
  withList,
} from './exclusions';
import { changes, effectOfRules, reads } from './tools';

/** System prompt parts for CLIProxyAPI's management page. The page's state is sent with the user's message instead. */
const contributions = [
  promptText(
    'cli-proxy-api:domain',
    'Context',
    500,
    `The page manages a CLIProxyAPI server, which offers models of several accounts and API keys under one address. Exclusion rules keep models from being served. Each OAuth provider has a list of rules that applies to all of its accounts; each API key has its own list, and the provider's list doesn't apply to it. There are no exceptions and no allow-list: "all but X" takes one rule for each other model. A model that is excluded for one account or key is still served by the others; one that nothing serves can't be called at all. The rule "*" on an API key means that the key is switched off. An OpenAI-compatible provider has no rules: its own list of models, which the user changes on the page, decides.`,
  ),
  promptText(
    'cli-proxy-api:patterns',
    'Instructions',
    500,
    `A rule is compared with the id under which its list in the page state has a model, and has to fit all of it: for a provider and for an API key without models of its own, the upstream id; for an API key with models of its own, the key's alias for the model, if it has one. A provider's aliases, and prefixes, come after the rules. Case doesn't matter. Only * is special: any run of characters. A rule without * excludes one model. Rules are stored in lower case; their order has no meaning. In the page state, a model with a minus sign before its name is excluded.`,
  ),
  promptText(
    'cli-proxy-api:effect',
    'Guidelines',
    500,
    `Every change takes effect for clients at once; nothing is saved separately. Say which models it concerns. Steward changes the rules on the server, so an editor that is open on the page shows the ones from before: tell the user to reload the page before saving there. If a request names no provider and several have such models, ask which, or do it for each of them if the user says all.`,
  ),
];

/** Type of the change that the server makes without a user: it updates its catalogues. */
const CATALOGUE_CHANGED = 'catalogue_changed';

/** The definition for CLIProxyAPI's management page. Changes go live at once, so it has no separate saved state. */
export const cliProxyApi = defineAdapter<CliProxyContext, CliProxyState>({
  id: 'cli-proxy-api',
  title: 'CLIProxyAPI management',
  isShared: true,
  isOutdatedByChanges: true,
  contextSchema,
  stateSchema,
  tools: [...reads, ...changes].map(({ definition }) => definition),
  contributions,
  restorableState,
  portableState(from, now) {
    const providers = portableEntries(
      { entries: from.providers, names: providersOf(from) },
      { entries: now.providers, names: providersOf(now) },
    );
    const keysIn = ({ keys, entries }: CliProxyContext) => ({
      entries: keys,
      names: entries.flatMap(({ id, isAddressable }) => (isAddressable ? [id] : [])),
    });
    const keys = portableEntries(keysIn(from), keysIn(now));
    return {
      state: { providers: providers.entries, keys: keys.entries },
      left: [...providers.left, ...keys.left],
    };
  },
  takeable(now, wanted, { entries }) {
    const isTaken = ({ kind, id }: ExclusionList) =>
      kind === 'provider' || entries.some((entry) => entry.id === id && entry.isAddressable);
    const left = differingLists(exclusionLists, now, wanted).filter((list) => !isTaken(list));
    return {
      state: left.reduce((state, list) => withList(state, list, rulesOf(now, list)), wanted),
      left: counted([left.length, say('cli-proxy-api.left.keys', { keys: left.map(({ id }) => id) })]),
    };
  },
  effectNote: say('cli-proxy-api.effectNote'),
  inForce: (before, now) => inSlices(() => inForce(before, now)),
  ownChangeTypes: [CATALOGUE_CHANGED],
  diffContext: (previous, next, atMs) =>
    stamped(
      [
        ...ruleEvents(exclusionLists, [previous, next], RULE_EVENTS, ({ id: list }, pattern) => ({
          list,
          ...pattern,
        })),
        ...otherEvents(previous, next),
      ],
      atMs,
    ),
  changeGroup,
  encodeContext: (context, budgetTokens) =>
    modelLinesWithin(
      (hasModels) => linesOf(context, hasModels),
      budgetTokens,
      'list_models and explain_model',
    ),
  diffState,
  stateEffect: (before, after) => inSlices(() => effectOfRules(before, after)),
  models: (context) => inSlices(() => modelGroups(context)),
  ruleUse: (context) => inSlices(() => ruleUse(context, null)),
  pageLine,
  suggestions,
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});

const RULE_EVENTS = {
  added: 'exclusion_added',
  removed: 'exclusion_removed',
  modified: 'exclusions_reordered',
} as const;

function otherEvents(previous: CliProxyContext, next: CliProxyContext) {
  const modelsIn = ({ catalogues }: CliProxyContext, channel: string) => memberOf(catalogues, channel) ?? []; // A missing catalogue equals an empty one.
  return [
    ...(isSameJson(previous.entries, next.entries) ? [] : [{ type: 'api_keys_changed' }]),
    ...(isSameJson(previous.aliases, next.aliases) ? [] : [{ type: 'aliases_changed' }]),
    ...memberNames(previous.catalogues, next.catalogues)
      .filter((channel) => !sameTexts(modelsIn(previous, channel), modelsIn(next, channel)))
      .map((channel) => ({ type: CATALOGUE_CHANGED, channel, new_count: modelsIn(next, channel).length })),
  ];
}

/** Groups changes of rules by their list. */
function changeGroup({ list }: Change): ChangeGroup {
  return list === undefined ? { fields: {}, readWith: null } : { fields: { list }, readWith: 'list_models' };
}

/** The models of each list with a known catalogue. Lists that have rules and no catalogue are unknown groups. */
function modelGroups(context: CliProxyContext): ModelGroup[] {
  const lists = allLists(context);
  const isKnown = (list: ExclusionList) => modelsOf(context, list) !== null;
  const unknown = lists.filter((list) => !isKnown(list) && rulesOf(context, list).length > 0);
  const stateOf = (model: ExcludableModel) =>
    isExcluded(model) || model.isServed === false ? 'hidden' : 'visible';
  return [
    ...decisions.ofLists(context, lists.filter(isKnown)).map(({ list, models }) => ({
      name: list.id,
      models: models.map((model) => ({ name: model.id, state: stateOf(model) }) as const),
    })),
    ...unknown.map(({ id }) => ({ name: id, models: null })),
  ];
}

function pageLine(context: CliProxyContext): PageLine {
  return {
    title: 'CLIProxyAPI',
    name: null,
    facts: [
      say('cli-proxy-api.pageLine.rules', { count: countRules(exclusionLists, context) }),
      say('cli-proxy-api.pageLine.keys', {
        count: context.entries.filter(({ channel }) => channel !== COMPATIBLE).length,
      }),
    ],
    unsaved: false,
  };
}

function suggestions(context: CliProxyContext): Said[] {
  const count = countRules(exclusionLists, context);
  return [
    ...previewSuggestion(context),
    ...counted([count, say('cli-proxy-api.suggestion.rules', { count })]),
  ];
}

/** A suggestion about the first provider that serves preview models; empty if there is none. */
function previewSuggestion(context: CliProxyContext): Said[] {
  for (const list of allLists(context)) {
    if (list.kind !== 'provider') continue;
    const models = decisions.ofList(context, list);
    const count = models.filter(
      (model) => model.id.toLowerCase().includes('preview') && !isExcluded(model),
    ).length;
    if (count > 0) return [say('cli-proxy-api.suggestion.previews', { count, provider: list.id })];
  }
  return [];
}

function linesOf(context: CliProxyContext, hasModels: boolean): string[] {
  const lists = allLists(context);
  const section = (kind: ExclusionList['kind']) =>
    lists.filter((list) => list.kind === kind).flatMap((list) => listLines(context, list, hasModels));
  const aliases = Object.entries(context.aliases).flatMap(([channel, all]) =>
    all.map(({ name, alias }) => `${shown(channel)}: ${shown(name)} is also called ${shown(alias)}`),
  );
  return [
    'OAuth accounts, by provider:',
    ...section('provider'),
    'API keys and OpenAI-compatible providers:',
    ...orNone(section('key')),
    'aliases (read-only):',
    ...orNone(aliases),
  ];
}

function listLines(context: CliProxyContext, list: ExclusionList, hasModels: boolean): string[] {
  const rules = rulesOf(context, list);
  const models = decisions.ofList(context, list);
  const excluded = models.filter(isExcluded);
  const excludedBy = countsOf(excluded.flatMap(({ rules: matching }) => matching));
  const ruleText = (rule: string) => `${visibleJson(rule)} excludes ${excludedBy(rule)}`;
  const counts =
    modelsOf(context, list) === null
      ? 'models unknown'
      : `${countOf(models.length, 'model')}, ${excluded.length} excluded`;
  const isOff = list.kind === 'key' && rules.includes(ALL_MODELS);
  return [
    `${shown(list.id)}${keyFacts(context, list)}: ${counts}${isOff ? ', the key is switched off' : ''}`,
    ...counted([rules.length, `  rules: ${rules.map(ruleText).join(', ')}`]),
    ...(hasModels && models.length > 0 ? [`  models: ${models.map(modelText).join(' ')}`] : []),
  ];
}

/** Marks an excluded model with a minus sign before its name. */
function modelText(model: ExcludableModel): string {
  return `${isExcluded(model) ? '-' : ''}${shown(model.id)}`;
}

function keyFacts(context: CliProxyContext, list: ExclusionList): string {
  const entry = entryOf(context, list);
  if (entry === undefined) return '';
  const host = entry.host === null ? '' : ` at ${shown(entry.host)}`;
  const own = entry.models === null ? '' : ', with models of its own';
  const fixed = entry.isAddressable ? own : `${own}, its rules can’t be changed here`;
  return ` (number ${entry.index + 1}${host}${entry.channel === COMPATIBLE ? ', without rules: its own list decides' : fixed})`;
}

const PLAIN_NAME = /^[A-Za-z0-9._@/+-]+$/;

function shown(name: string): string {
  return PLAIN_NAME.test(name) && !name.startsWith('-') && name !== 'none' ? name : visibleJson(name);
}

function orNone(lines: string[]): string[] {
  return lines.length === 0 ? ['none'] : lines;
}
