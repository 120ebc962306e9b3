import { type AdapterCase, type FixtureRequest, manyNames, reply } from '@/tests/conformance/adapter-case';
import type { TemplateAdapterState } from './rules';

const KEY = 'key-of-the-fixture';
/** The request that the page's own editor sends. */
const SCRIPT = JSON.stringify({ method: 'PUT', body: JSON.stringify(['*-mini']) });

/** A fake server with a small page, since the adapter reads the state over the API. */
export const conformance: AdapterCase = {
  async open(entries) {
    let teams: TemplateAdapterState['teams'] = { research: ['gpt-4*'], support: [] };
    const models = entries === null ? ['gpt-4o', 'gpt-4o-mini', 'o1', 'o1-preview'] : manyNames(entries);
    return {
      url: 'https://template.example/switches',
      answer({ method, path, body }: FixtureRequest) {
        if (!path.startsWith('/api/')) return '<!doctype html><main id="rules"></main>';
        const team = decodeURIComponent(path.split('/')[3] ?? '');
        if (method === 'PUT') teams = { ...teams, [team]: body as string[] };
        return { teams, models };
      },
      key: KEY,
      close: async () => {},
    };
  },
  states: (initial) => {
    const { teams } = initial as TemplateAdapterState;
    return [
      { teams: { ...teams, support: ['o1*'] } },
      { teams: { research: ['*-preview'], support: ['gpt-4o', '*-mini'] } },
    ];
  },
  calls: [
    { tool: 'list_models', args: { team: 'research' } },
    { tool: 'hide_models', args: { team: 'support', patterns: ['*-preview', 'o1'] } },
    { tool: 'remove_rules', args: { team: 'research', patterns: ['gpt-4*'] } },
  ],
  script: `fetch('/api/teams/support', ${SCRIPT}).then(() => null)`,
  keepsUnsavedChanges: false,
  refusal: (error) => reply(400, { error }),
};
