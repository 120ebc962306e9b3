import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import { startOpenWebuiDouble } from '@/tests/fakes/open-webui/start-open-webui-double';
import type { OpenWebuiState } from './model-flags';

/** Key of the fake server, which opens no real service. */
const KEY = 'sk-key-of-the-double';
const PREVIEW = 'gemini/gemini-3-flash-preview';
/** The request that the page's own switch sends. */
const SCRIPT = JSON.stringify({ method: 'POST', headers: { Authorization: `Bearer ${KEY}` } });

/** The fixture is a fake server with an empty page, since the adapter reads the state over the API. */
export const conformance: AdapterCase = {
  async open(entries) {
    const double = await startOpenWebuiDouble();
    double.key = KEY;
    if (entries !== null) double.offered = manyNames(entries);
    return {
      url: `${double.origin}/`,
      answer: null,
      key: KEY,
      served: async () => double.served.map((model) => ({ ...model })),
      close: double.close,
    };
  },
  states: (initial) => {
    const { disabled, hidden } = initial as OpenWebuiState;
    return [
      { disabled: [PREVIEW, ...disabled], hidden },
      {
        disabled: ['constructor', PREVIEW, 'support'],
        hidden: ['groq/llama-3.2-1b-preview', 'openai/gpt-4o'],
      },
    ];
  },
  calls: [
    { tool: 'list_models', args: { pattern: '*preview*' } },
    { tool: 'set_models_enabled', args: { pattern: '*PREVIEW*', enabled: false } },
    { tool: 'set_models_hidden', args: { ids: ['openai/gpt-4o', 'constructor'], hidden: true } },
  ],
  refusedCalls: [
    { tool: 'set_models_enabled', args: { ids: ['openai/no-longer-there'], enabled: false } },
    { tool: 'set_models_hidden', args: { ids: ['openai/no-longer-there'], hidden: true } },
  ],
  script: `fetch('/api/v1/models/model/toggle?id=${encodeURIComponent(PREVIEW)}', ${SCRIPT}).then(() => null)`,
  keepsUnsavedChanges: false,
  readsServed: ({ path }) => path === '/api/models',
  refusal: (detail) => reply(400, { detail }),
};
