import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { changeGroup } from './change-group';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { diffContext } from './diff-context';
import { diffState } from './diff-state';
import { encodeContext } from './encode-context';
import { lostState } from './lost-changes';
import {
  type ModelFilterContext,
  type ModelFilterState,
  normalisedRules,
  restorableState,
} from './model-filter-context';
import { pageLine, unsavedNote } from './page-line';
import { resultViews } from './result-views';
import { stateFromSaved } from './state-from-saved';
import { suggestions } from './suggestions';
import { toolDefinitions } from './tools/tool-definitions';

/** Pages that filter the models of an LLM proxy by rules, and speak the page protocol. */
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
  diffState,
  pageLine,
  resultViews,
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
