import { describe, expect, it } from 'vitest';
import type { ToolPage } from '@/src/adapters/kit/calls';
import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { modelFilterState } from '../../fakes/model-filter-page';

const DID: ToolResult = { success: true, message: 'Done.', data: { result: { changed: [] } } };

/** A page that accepts every operation and records it. */
function recordingPage() {
  const looked: JsonObject[] = [];
  const changed: JsonObject[] = [];
  const page: ToolPage = {
    read: async () => modelFilterState(),
    look: async (operation) => {
      looked.push(operation);
      return DID;
    },
    change: async (step) => {
      changed.push(step);
      return DID;
    },
  };
  return { page, looked, changed };
}

describe('the operations of tools', () => {
  it('query the page to load models and to read the file', async () => {
    const { page, looked, changed } = recordingPage();
    await modelFilterCalls.tools.run('add_ignore_rule', { pattern: 'x', provider: 'gemini' }, page);
    await modelFilterCalls.tools.run('save_changes', {}, page);
    expect(looked).toEqual([
      { operation: 'act', from: null, name: 'load-models', args: { provider: 'gemini' } },
      { operation: 'act', from: null, name: 'read-saved', args: {} },
    ]);
    expect(changed).toEqual([]);
  });

  const state = { provider: 'openai', drafts: {}, search: '' };
  it.each<[string, JsonObject, JsonObject]>([
    [
      'add_ignore_rule',
      { pattern: 'o1' },
      {
        operation: 'apply',
        from: state,
        to: { ...state, drafts: { openai: { ignore: ['o1'], whitelist: [] } } },
      },
    ],
    [
      'switch_provider',
      { provider: 'gemini' },
      { operation: 'act', from: state, name: 'switch-provider', args: { provider: 'gemini' } },
    ],
    ['refresh_models', {}, { operation: 'act', from: null, name: 'refresh', args: { provider: 'openai' } }],
  ])('change the page for %s', async (tool, args, step) => {
    const { page, looked, changed } = recordingPage();
    await modelFilterCalls.tools.run(tool, args, page);
    expect(changed).toEqual([step]);
    expect(looked).toEqual([]);
  });
});
