import { defineAdapter, type PageLine } from '@/src/core/adapter/adapter-definition';
import type { ModelGroup } from '@/src/core/adapter/page-models';
import type { DiffView, ResultPath, ResultViews } from '@/src/core/adapter/result-view';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import { portableEntries } from '../kit/entries/portable-entries';
import { remembered } from '../kit/remembered';
import { decideModels, isHidden, pageModel } from '../kit/rules/decide-models';
import { modelName } from '../kit/rules/matcher';
import {
  differingProviders,
  normalisedRules,
  RULE_KINDS,
  rulesOf,
  sameRules,
  withRules,
} from '../kit/rules/provider-rules';
import { countProviderRuleUse } from '../kit/rules/rule-use';
import { inSlices, rememberedWork } from '../kit/slices';
import { counted, listedView, ruleTable } from '../kit/tool-results';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { changeGroup, diffContext, diffState } from './diff';
import { encodeContext } from './encode-context';
import {
  loadedModels,
  type ModelFilterContext,
  type ModelFilterState,
  restorableState,
  unsavedProviders,
} from './model-filter-context';
import { namedParts } from './named-parts';
import { toolDefinitions } from './tools/all-tools';
import { effectOfRules } from './tools/rule-effect';

/** View of the models that a change hides. `within` is the path of the object that lists them. */
const hidden = (within: ResultPath) =>
  listedView([...within, 'newly_hidden'], 'model-filter.result.hidden', 'removed');

/** View of the models that a change makes visible again. */
const broughtBack = (within: ResultPath) =>
  listedView([...within, 'brought_back'], 'model-filter.result.broughtBack', 'added');

const visibility = (within: ResultPath) => [hidden(within), broughtBack(within)];

/** View of the rules that a change removes and, unless `added` is null, adds. */
const rules = (removed: ResultPath, added: ResultPath | null): DiffView => ({
  kind: 'diff',
  removed,
  added,
  heading: 'model-filter.result.rules',
  keys: ['rule_type', 'pattern'],
});

const replaced = rules(['replaced_rules'], null);

const resultViews: ResultViews = {
  add_ignore_rule: [hidden([]), replaced],
  remove_ignore_rule: [broughtBack([])],
  add_whitelist_rule: [broughtBack([]), replaced],
  remove_whitelist_rule: [hidden([])],
  clear_all_ignore_rules: [broughtBack([]), rules(['removed_rules'], null)],
  clear_all_whitelist_rules: [hidden([]), rules(['removed_rules'], null)],
  apply_rules: [
    ...visibility(['rule_sets']),
    rules(['rule_sets', 'removed_rules'], ['rule_sets', 'added_rules']),
  ],
  import_rules: visibility([]),
  discard_changes: visibility(['changes']),
  get_models_matching_pattern: [listedView(['matching_models'], 'model-filter.result.matching', null)],
  list_rules: [ruleTable('rule_type')],
  list_models: [
    {
      kind: 'table',
      path: ['models'],
      heading: 'model-filter.result.listed',
      columns: [
        { key: 'name', title: 'model-filter.result.model' },
        { key: 'status', title: 'model-filter.result.status' },
      ],
    },
  ],
};

/** The definition for pages that filter the models of an LLM proxy by rules and implement the page protocol. */
export const modelFilter = defineAdapter<ModelFilterContext, ModelFilterState>({
  id: 'model-filter',
  title: 'Model filter',
  contextSchema,
  stateSchema,
  tools: toolDefinitions,
  contributions,
  restorableState,
  withoutView: (state) => ({ ...state, provider: '', search: '' }),
  portableState(from, now) {
    const rulesIn = ({ drafts, providers }: ModelFilterContext) => ({
      entries: normalisedRules(drafts),
      names: providers,
    });
    const { entries, left } = portableEntries(rulesIn(from), rulesIn(now));
    return { state: restorableState({ ...now, drafts: entries }), left };
  },
  ownChangeTypes: ['models_refreshed'],
  diffContext,
  changeGroup,
  encodeContext,
  namedParts,
  diffState,
  stateEffect: (before, after) => inSlices(() => effectOfRules(before, after)),
  models: (context) => inSlices(() => groupsOf(context)),
  ruleUse: (context) => inSlices(() => ruleUse(context, null)),
  pageLine,
  resultViews,
  shownBy,
  suggestions,
  saving: {
    tool: 'save_changes',
    savedState: (context) => normalisedRules(context.saved),
    stateFromSaved,
    unsavedNote,
    lostState,
    isBypassed: (context) => context.live === true,
    words: {
      untouched: say('model-filter.saving.untouched'),
      unchanged: say('model-filter.saving.unchanged'),
      stillSaved: say('model-filter.saving.stillSaved'),
      restore: say('model-filter.saving.restore'),
    },
  },
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});

/**
 * The name by which the page shows a model or a rule of the provider in view: a model's id, or a rule's pattern. Null for
 * those of other providers: showing them would switch the provider, which is a part of the restorable state, and make a
 * pending approval outdated.
 */
export function shownBy(context: ModelFilterContext, name: string): string | null {
  return namesIn(context).get(name) ?? null;
}

/**
 * Maps each spelling of a model or rule in previews, results and answers to the name that the page shows. If a model and a
 * rule have the same spelling, it is the model's.
 */
const namesIn = remembered((context: ModelFilterContext): ReadonlyMap<string, string> => {
  const { provider, drafts } = context;
  const rules = rulesOf(drafts, provider);
  return new Map([
    ...RULE_KINDS.flatMap((kind) =>
      rules[kind].flatMap((pattern) => {
        const names = [pattern, JSON.stringify(pattern), `${provider}: ${pattern}`, `${kind} ${pattern}`];
        return names.map((name): [string, string] => [name, pattern]);
      }),
    ),
    ...(loadedModels(context, provider) ?? []).flatMap((id): [string, string][] => [
      [modelName(id), id],
      [id, id],
    ]),
  ]);
});

/**
 * The state that restores the unsaved rules that a reload of the page discarded; null if there are none. `before` is the
 * context before the reload, `now` the current one. A provider's rules are lost if they were unsaved, the page now shows
 * the saved ones, and the saved ones are still the same. Provider and search stay unchanged.
 */
export function lostState(before: ModelFilterContext, now: ModelFilterContext): ModelFilterState | null {
  const lost = differingProviders(before.drafts, before.saved).filter((provider) => {
    const saved = rulesOf(now.saved, provider);
    return (
      // The page refuses rules of a provider that it no longer has.
      now.providers.includes(provider) &&
      sameRules(rulesOf(now.drafts, provider), saved) &&
      sameRules(rulesOf(before.saved, provider), saved)
    );
  });
  if (lost.length === 0) return null;
  const drafts = lost.reduce(
    (rules, provider) => withRules(rules, provider, rulesOf(before.drafts, provider)),
    now.drafts,
  );
  return restorableState({ ...now, drafts });
}

/**
 * The page's state with the rules of an earlier save as unsaved changes; provider and search stay the same. Null if one
 * of the rules belongs to a provider that the page no longer has, since the page refuses such rules.
 */
export function stateFromSaved(context: ModelFilterContext, saved: Json): ModelFilterState | null {
  const { provider, search } = restorableState(context);
  const parsed = stateSchema.safeParse({ provider, drafts: saved, search });
  if (!parsed.success) return null;
  const isKnown = Object.keys(parsed.data.drafts).every((name) => context.providers.includes(name));
  return isKnown ? parsed.data : null;
}

/** The models of each provider whose models are loaded. Other providers with rules are unknown groups. */
function groupsOf(context: ModelFilterContext): ModelGroup[] {
  const { providers, drafts } = context;
  return providers.flatMap((name): ModelGroup[] => {
    const ids = loadedModels(context, name);
    const rules = rulesOf(drafts, name);
    if (ids !== null) return [{ name, models: decideModels(ids, rules).map(pageModel) }];
    return RULE_KINDS.some((kind) => rules[kind].length > 0) ? [{ name, models: null }] : [];
  });
}

const ruleUse = rememberedWork((context: ModelFilterContext, _: null) =>
  countProviderRuleUse(context.drafts, ({ provider }) => loadedModels(context, provider)),
);

/** The line about the page in the panel. */
export function pageLine(context: ModelFilterContext): PageLine {
  return {
    title: say('model-filter.pageLine.title'),
    name: context.provider,
    facts: modelFacts(context),
    unsaved: unsavedProviders(context).length > 0,
  };
}

function modelFacts(context: ModelFilterContext): Said[] {
  const counts = countModels(context);
  if (counts !== null) {
    return [
      say('model-filter.pageLine.hidden', { count: counts.hidden }),
      say('model-filter.pageLine.models', { count: counts.total }),
    ];
  }
  const isFailed = context.error !== null && !context.loading;
  return [say(isFailed ? 'model-filter.pageLine.failed' : 'model-filter.pageLine.loading')];
}

/** A sentence that names the providers with unsaved changes; null if there are none. */
export function unsavedNote(context: ModelFilterContext): Said | null {
  const providers = unsavedProviders(context);
  return providers.length === 0 ? null : say('model-filter.saving.unsaved', { providers });
}

/** Suggested messages about the models of the provider in view. */
export function suggestions(context: ModelFilterContext): Said[] {
  const counts = countModels(context);
  if (counts === null) return [];
  const { total, hidden, previews } = counts;
  return [
    ...counted(
      [previews, say('model-filter.suggestion.previews', { count: previews })],
      [hidden, say('model-filter.suggestion.hidden', { count: hidden })],
    ),
    ...(hidden === 0 && total > 1 ? [say('model-filter.suggestion.outdated', { count: total })] : []),
  ];
}

interface ModelCounts {
  total: number;
  hidden: number;
  /** Number of models with "preview" in their ids that no rule matches, so that a new ignore rule would hide them. */
  previews: number;
}

/** Counts the models of the provider in view; null if they are not loaded. */
const countModels = remembered((context: ModelFilterContext): ModelCounts | null => {
  const ids = loadedModels(context, context.provider);
  if (context.loading || context.error !== null || ids === null) return null;
  const models = decideModels(ids, rulesOf(context.drafts, context.provider));
  return {
    total: ids.length,
    hidden: models.filter(isHidden).length,
    previews: models.filter((model) => model.id.includes('preview') && model.status === 'normal').length,
  };
});
