import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { countOf } from '../kit/tool-results';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { diffContext, diffState, LIST_CHANGED } from './diff';
import { encodeContext } from './encode-context';
import { type OpenWebuiContext, type OpenWebuiState, restorableState } from './model-flags';
import { planTool } from './plan-tool';
import { resultViews } from './result-views';
import { LIST_MODELS, tools } from './tools';

/** A rollback of several changes takes a request or two, of about 50 ms, for each model. */
const APPLY_TIMEOUT_MS = 120_000;

/** Open WebUI's list of models. Its changes go live at once, so it has no saved state apart. */
export const openWebui = defineAdapter<OpenWebuiContext, OpenWebuiState>({
  id: 'open-webui',
  title: 'Open WebUI models',
  isShared: true,
  contextSchema,
  stateSchema,
  tools,
  planTool,
  contributions,
  restorableState,
  effectNote:
    'Changes of this page take effect at once. The page shows them when its tab Models is opened again.',
  ownChangeTypes: [LIST_CHANGED],
  diffContext,
  diffState,
  changeGroup: () => ({ fields: {}, readWith: LIST_MODELS }),
  encodeContext,
  pageLine: ({ models, disabled, hidden }) => ({
    title: 'Open WebUI',
    facts: [countOf(models.length, 'model'), `${disabled.length} disabled`, `${hidden.length} hidden`],
    unsaved: false,
  }),
  resultViews,
  suggestions: ({ models, disabled }) => [
    ...(models.some(({ id }) => id.includes('preview') && !disabled.includes(id))
      ? ['Disable all preview models']
      : []),
    'Which models can users choose?',
  ],
  applyTimeoutMs: APPLY_TIMEOUT_MS,
  // The page is black and white.
  accent: { light: '#3a3f42', dark: '#5a6165' },
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/api`,
});
