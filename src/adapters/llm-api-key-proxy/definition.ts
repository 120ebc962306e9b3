import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { changeGroup, diffContext, MODELS_CHANGED } from './diff-context';
import { diffState } from './diff-state';
import { encodeContext } from './encode-context';
import { pageLine, suggestions } from './page-line';
import { type LlmProxyContext, type LlmProxyState, restorableState } from './proxy-context';
import { toolDefinitions } from './tool-definitions';

/** The web UI of b3nw's LLM-API-Key-Proxy. Its changes are written to the server's file at once, so it has no saved state apart. */
export const llmApiKeyProxy = defineAdapter<LlmProxyContext, LlmProxyState>({
  id: 'llm-api-key-proxy',
  title: 'LLM-API-Key-Proxy',
  isShared: true,
  contextSchema,
  stateSchema,
  tools: toolDefinitions,
  contributions,
  restorableState,
  ownChangeTypes: [MODELS_CHANGED],
  diffContext,
  changeGroup,
  encodeContext,
  diffState,
  pageLine,
  effectNote:
    'Changes of this page are written to the server’s file at once, and the proxy applies them after a restart.',
  suggestions,
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});
