import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { contextSchema, stateSchema } from './context-schema';
import { contributions } from './contributions';
import { CATALOGUE_CHANGED, changeGroup, diffContext } from './diff-context';
import { diffState } from './diff-state';
import { encodeContext } from './encode-context';
import { pageLine, suggestions } from './page-line';
import { type CliProxyContext, type CliProxyState, restorableState } from './proxy-context';
import { toolDefinitions } from './tool-definitions';

/** CLIProxyAPI's management page. Its changes go live at once, so it has no saved state apart. */
export const cliProxyApi = defineAdapter<CliProxyContext, CliProxyState>({
  id: 'cli-proxy-api',
  title: 'CLIProxyAPI management',
  isShared: true,
  contextSchema,
  stateSchema,
  tools: toolDefinitions,
  contributions,
  restorableState,
  effectNote:
    'Changes of this page take effect at once. Its own editor shows them once the page is reloaded: reload it before you save there.',
  ownChangeTypes: [CATALOGUE_CHANGED],
  diffContext,
  changeGroup,
  encodeContext,
  diffState,
  pageLine,
  suggestions,
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/v1`,
});
