import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import { type DoubleKey, newDoubleConfig } from '@/tests/fakes/cli-proxy/double-config';
import { startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import type { CliProxyState, KeyEntry } from './exclusions';
import { readConfig } from './management-api';

/** Key of the fake server, whose configuration contains no real key. */
const MANAGEMENT_KEY = 'management-key-of-the-double';
/** Id of the first API key of the fake server: "gemini-api-key:" and a fingerprint. */
const KEY = firstEntry();
const CODEX = { provider: 'codex' };
/** The request that the page's own editor sends. */
const SCRIPT = JSON.stringify({
  method: 'PATCH',
  headers: { 'X-Management-Key': MANAGEMENT_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ...CODEX, models: ['gpt-5.4-mini'] }),
});

/** Entries that no request can name alone: two with the same key, and one without. */
const UNADDRESSABLE = [
  { 'api-key': 'sk-of-two-entries', 'excluded-models': ['gpt-5.4'] },
  { 'api-key': 'sk-of-two-entries', 'base-url': 'https://codex.example/v1', 'excluded-models': ['gpt-5.4'] },
  { 'api-key': '', 'base-url': 'https://keyless.example/v1', 'excluded-models': ['gpt-5.4'] },
];

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
      { providers: { codex: ['*-spark'], claude: ['*'] }, keys: { [KEY]: ['*-flash'] } },
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
  refusedCalls: [
    ...entriesOf(UNADDRESSABLE).flatMap(({ id: key }) => [
      { tool: 'exclude_models_for_key', args: { key, patterns: ['gpt-5.4-mini'] } },
      { tool: 'remove_exclusions_for_key', args: { key, patterns: ['gpt-5.4'] } },
    ]),
    { tool: 'exclude_models_for_key', args: { key: 'gemini-api-key:00000000', patterns: ['x'] } },
    { tool: 'exclude_models', args: { provider: 'gemini-api-key', patterns: ['x'] } },
    { tool: 'exclude_models', args: { ...CODEX, patterns: ['gpt-5.4,gpt-5.4-mini'] } },
    { tool: 'exclude_models', args: { provider: ' ', patterns: ['x'] } },
  ],
  script: `fetch('/v0/management/oauth-excluded-models', ${SCRIPT}).then(() => null)`,
  keepsUnsavedChanges: false,
  readsServed: ({ path }) => path === '/v1/models',
  refusal: (error) => reply(400, { error }),
};

function firstEntry(): string {
  const [entry] = entriesOf([]);
  if (entry === undefined) throw new Error('The double has no API key.');
  return entry.id;
}

/** The entries of the double's configuration: those with which it starts, or these of Codex alone. */
function entriesOf(codex: readonly DoubleKey[]): KeyEntry[] {
  const config = { ...newDoubleConfig(), 'codex-api-key': codex };
  const entries = readConfig(JSON.parse(JSON.stringify(config)))?.entries ?? []; // The double's form is right.
  return codex.length === 0 ? entries : entries.filter(({ channel }) => channel === 'codex-api-key');
}
