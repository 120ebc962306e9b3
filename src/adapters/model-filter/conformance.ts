import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlayground } from '@/playground/server/start-playground';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import type { ModelFilterState } from './model-filter-context';

const RULES = 'IGNORE_MODELS_OPENAI=*-preview*\nWHITELIST_MODELS_OPENAI=gpt-4o-preview\n';
const OPENAI = { provider: 'openai' };
/** A request of the page protocol that any script of the page could send. */
const SCRIPT = JSON.stringify({
  protocol: 'steward-page',
  version: 1,
  requestId: 'script',
  type: 'apply-state',
  body: { state: { provider: 'openai', drafts: {}, search: 'script' }, ifRevision: null },
});

/** The fixture is the playground's page, served by its real server. */
export const conformance: AdapterCase = {
  async open(entries) {
    if (!existsSync('playground/dist/index.html')) {
      throw new Error('The playground’s page is not built: run npm run build:playground.');
    }
    const folder = await mkdtemp(join(tmpdir(), 'steward-conformance-'));
    const envFile = join(folder, 'playground.env');
    await writeFile(envFile, RULES);
    const size = entries === null ? {} : { models: entries, singleProvider: 'openai' };
    const server = await startPlayground({ port: 0, latencyMs: 0, envFile, ...size });
    return {
      url: server.url,
      answer: null,
      key: null,
      async close() {
        await server.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
  states: (initial) => {
    const state = initial as unknown as ModelFilterState;
    const openai = (...ignore: string[]) => ({ ...state.drafts, openai: { ignore, whitelist: ['gpt-4o*'] } });
    return [
      { ...state, drafts: openai('*-preview*', '*audio*') },
      { ...state, search: 'gpt', drafts: openai('*mini*') },
    ];
  },
  calls: [
    { tool: 'add_ignore_rule', args: { pattern: '*mini*', ...OPENAI } },
    { tool: 'remove_ignore_rule', args: { pattern: '*-preview*', ...OPENAI } },
    { tool: 'add_whitelist_rule', args: { pattern: '*mini*', ...OPENAI } },
    { tool: 'remove_whitelist_rule', args: { pattern: 'gpt-4o-preview', ...OPENAI } },
    { tool: 'clear_all_ignore_rules', args: OPENAI },
    { tool: 'clear_all_whitelist_rules', args: OPENAI },
    { tool: 'import_rules', args: { ignore: ['*mini*'], whitelist: [], mode: 'merge', ...OPENAI } },
    { tool: 'apply_rules', args: { rule_sets: [{ ...OPENAI, ignore: ['o1*'], whitelist: [] }] } },
    { tool: 'preview_rules', args: { ignore: ['*mini*'], mode: 'merge', ...OPENAI } },
    { tool: 'get_models_matching_pattern', args: { pattern: '*mini*', ...OPENAI } },
    { tool: 'get_model_details', args: OPENAI },
    { tool: 'explain_model_status', args: { model_id: 'gpt-4o', ...OPENAI } },
    { tool: 'list_models', args: OPENAI },
    { tool: 'list_rules', args: {} },
    { tool: 'switch_provider', args: OPENAI },
    { tool: 'refresh_models', args: OPENAI },
    { tool: 'save_changes', args: {}, startsUnsaved: true },
    { tool: 'discard_changes', args: {}, startsUnsaved: true },
  ],
  script: `document.dispatchEvent(new CustomEvent('steward:request', { detail: '${SCRIPT}' }))`,
  keepsUnsavedChanges: false,
};
