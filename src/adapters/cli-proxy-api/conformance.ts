import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import { entryIds, REFUSED_CALLS, UNADDRESSABLE } from '@/tests/fakes/cli-proxy/entry-ids';
import { startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import type { CliProxyState } from './exclusions';

/** Key of the fake server, whose configuration contains no real key. */
const MANAGEMENT_KEY = 'management-key-of-the-double';
/** Id of the first API key of the fake server: "gemini-api-key:" and a fingerprint. */
const [KEY = ''] = entryIds([]); // It has keys.
const CODEX = { provider: 'codex' };
/** The request that the page's own editor sends. */
const SCRIPT = JSON.stringify({
  method: 'PATCH',
  headers: { 'X-Management-Key': MANAGEMENT_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ...CODEX, models: ['gpt-5.4-mini'] }),
});

/** The fixture is a fake server with an empty page, since the adapter reads the state over the management API. */
export const conformance: AdapterCase = {
  async open(entries) {
    const double = await startCliProxyDouble({ reloadMs: 0 });
    double.key = MANAGEMENT_KEY;
    double.config['codex-api-key'] = UNADDRESSABLE.map((entry) => ({ ...entry }));
    double.reload();
    if (entries !== null) {
      const models = manyNames(entries).map((id) => ({ id, object: 'model' }));
      double.intercept = ({ path }) =>
        path === '/v0/management/model-definitions/codex' ? { status: 200, body: { models } } : null;
    }
    return {
      url: `${double.origin}/management.html`,
      answer: null,
      key: MANAGEMENT_KEY,
      served: double.served,
      close: double.close,
    };
  },
  states: (initial) => {
    const { providers, keys } = initial as CliProxyState;
    return [
      { providers: { ...providers, codex: ['*-mini'] }, keys },
      { providers: { codex: ['*-spark'], claude: ['*'] }, keys: { ...keys, [KEY]: ['*-flash'] } },
    ];
  },
  calls: [
    { tool: 'list_models', args: CODEX },
    { tool: 'explain_model', args: { model: 'gpt-5.4' } },
    { tool: 'exclude_models', args: { ...CODEX, patterns: ['*-mini', 'gpt-5.3-codex-spark'] } },
    { tool: 'remove_exclusions', args: { provider: 'claude', patterns: ['claude-3-*'] } },
    { tool: 'exclude_models_for_key', args: { key: KEY, patterns: ['*-flash'] } },
    { tool: 'remove_exclusions_for_key', args: { key: KEY, patterns: ['gemini-2.5-pro'] } },
  ],
  refusedCalls: REFUSED_CALLS,
  script: `fetch('/v0/management/oauth-excluded-models', ${SCRIPT}).then(() => null)`,
  keepsUnsavedChanges: false,
  readsServed: ({ path }) => path === '/v1/models',
  refusal: (error) => reply(400, { error }),
};
