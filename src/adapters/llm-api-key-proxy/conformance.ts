import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import { startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import type { LlmProxyState } from './filters';

/** Key of the fake server, which contains no real key. */
const PROXY_KEY = 'proxy-key-of-the-double';
const OPENAI = { provider: 'openai' };
/** A request that any script of the page could send. */
const SCRIPT = JSON.stringify({
  method: 'PUT',
  headers: { Authorization: `Bearer ${PROXY_KEY}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ignore: ['gpt-4o-mini'], whitelist: [] }),
});

/** The fixture is a fake server with a small page, since the adapter reads the state over the admin API. */
export const conformance: AdapterCase = {
  async open(entries) {
    const double = await startLlmProxyDouble();
    double.key = PROXY_KEY;
    if (entries !== null) {
      const data = manyNames(entries).map((name) => ({ id: `openai/${name}`, object: 'model' }));
      double.intercept = ({ path }) => (path === '/v1/models' ? { status: 200, body: { data } } : null);
    }
    return { url: `${double.origin}/ui/settings`, answer: null, key: PROXY_KEY, close: double.close };
  },
  states: (initial) => {
    const { filters } = initial as LlmProxyState;
    return [
      { filters: { ...filters, openai: { ignore: ['*-preview'], whitelist: ['o1*'] } } },
      {
        filters: {
          gemini: { ignore: ['*'], whitelist: ['gemini-2.5-pro'] },
          openai: { ignore: ['gpt-4o'], whitelist: [] },
          openrouter: { ignore: ['*:free'], whitelist: [] },
        },
      },
    ];
  },
  calls: [
    { tool: 'list_rules', args: {} },
    { tool: 'list_models', args: OPENAI },
    { tool: 'get_models_matching_pattern', args: { pattern: '*-preview*' } },
    { tool: 'check_rules_in_force', args: {} },
    { tool: 'add_rules', args: { ...OPENAI, list: 'ignore', patterns: ['*-preview', '*-mini'] } },
    { tool: 'remove_rules', args: { ...OPENAI, list: 'ignore', patterns: ['o3*'] } },
    { tool: 'replace_rules', args: { provider: 'gemini', list: 'whitelist', patterns: [] } },
  ],
  refusedCalls: [
    { tool: 'add_rules', args: { ...OPENAI, list: 'ignore', patterns: ['gpt-4o,o1'] } },
    { tool: 'add_rules', args: { provider: 'open ai', list: 'ignore', patterns: ['*-mini'] } },
  ],
  script: `fetch('/v1/admin/config/model-filters/openai', ${SCRIPT}).then(() => null)`,
  keepsUnsavedChanges: false,
  refusal: (detail) => reply(400, { detail }),
};
