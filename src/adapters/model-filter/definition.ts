import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import type { DiffView, NamesView, ResultPath, ResultViews } from '@/src/core/adapter/result-view';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { changeGroup, diffContext, diffState } from './diff';
import { encodeContext } from './encode-context';
import {
  type ModelFilterContext,
  type ModelFilterState,
  normalisedRules,
  restorableState,
} from './model-filter-context';
import { namedParts } from './named-parts';
import { pageLine, suggestions, unsavedNote } from './page-line';
import { lostState, stateFromSaved } from './saving';
import { shownBy } from './shown-by';
import { toolDefinitions } from './tools/all-tools';

/** View of the models that a change hides. `within` is the path of the object that lists them. */
const hidden = (within: ResultPath): NamesView => ({
  kind: 'names',
  path: [...within, 'newly_hidden'],
  noun: { one: 'model hidden', many: 'models hidden' },
  sign: 'removed',
  totalKey: 'newly_hidden_total',
});

/** View of the models that a change makes visible again. */
const broughtBack = (within: ResultPath): NamesView => ({
  kind: 'names',
  path: [...within, 'brought_back'],
  noun: { one: 'model brought back', many: 'models brought back' },
  sign: 'added',
  totalKey: 'brought_back_total',
});

const visibility = (within: ResultPath) => [hidden(within), broughtBack(within)];

/** View of the rules that a change removes and, unless `added` is null, adds. */
const rules = (removed: ResultPath, added: ResultPath | null): DiffView => ({
  kind: 'diff',
  removed,
  added,
  noun: { one: 'rule changed', many: 'rules changed' },
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
  get_models_matching_pattern: [
    {
      kind: 'names',
      path: ['matching_models'],
      noun: { one: 'model matches', many: 'models match' },
      sign: null,
      totalKey: 'matching_models_total',
    },
  ],
  list_models: [
    {
      kind: 'table',
      path: ['models'],
      noun: { one: 'model listed', many: 'models listed' },
      columns: [
        { key: 'name', title: 'Model' },
        { key: 'status', title: 'Status' },
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
  ownChangeTypes: ['models_refreshed'],
  diffContext,
  changeGroup,
  encodeContext,
  namedParts,
  diffState,
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
      untouched: 'What clients see stays the same until you save.',
      unchanged: 'The saved file was not touched and equals the page.',
      stillSaved: 'Clients still get the rules you saved.',
      restore: 'Restore the earlier saved rules',
    },
  },
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});
