import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { diffContext } from './diff-context';
import { diffState } from './diff-state';
import { encodeContext } from './encode-context';
import { lostState } from './lost-drafts';
import { type ModelFilterContext, type ModelFilterState, restorableState } from './model-filter-context';
import { pageLine, unsavedNote } from './page-line';
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
  diffContext,
  encodeContext,
  diffState,
  pageLine,
  unsavedNote,
  lostState,
  goesLive: (context) => context.live === true,
  llmBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});
