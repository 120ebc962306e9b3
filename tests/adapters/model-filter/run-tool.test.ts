import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ToolPage } from '@/src/adapters/kit/calls';
import { allTools, modelFilterTools, toolDefinitions } from '@/src/adapters/model-filter/tools/all-tools';
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

afterEach(() => vi.restoreAllMocks());

describe('the operations of tools', () => {
  it('query the page to load models and to read the file', async () => {
    const { page, looked, changed } = recordingPage();
    await modelFilterTools.run('add_ignore_rule', { pattern: 'x', provider: 'gemini' }, page);
    await modelFilterTools.run('save_changes', {}, page);
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
    await modelFilterTools.run(tool, args, page);
    expect(changed).toEqual([step]);
    expect(looked).toEqual([]);
  });

  const readTools: [string, JsonObject][] = [
    ['preview_rules', { mode: 'merge' }],
    ['get_models_matching_pattern', { pattern: 'o1' }],
    ['get_model_details', {}],
    ['explain_model_status', { model_id: 'o1' }],
    ['list_models', {}],
    ['list_rules', {}],
  ];
  it('are tested below for every read tool', () => {
    const names = toolDefinitions.filter(({ effect }) => effect === 'read').map(({ name }) => name);
    expect(readTools.map(([name]) => name)).toEqual(names);
  });
  it.each(readTools)('never change the page for %s, whatever its implementation does', async (name, args) => {
    const { page, changed } = recordingPage();
    const tool = allTools.find(({ definition }) => definition.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const implementation = vi.spyOn(tool, 'run').mockImplementation(async (access) => {
      await access.act(null, { name: 'save', args: { replaces: {} } });
      return DID;
    });
    await expect(modelFilterTools.run(name, args, page)).rejects.toMatchObject({ code: 'internal' });
    implementation.mockImplementation(async (access) => {
      await access.apply(state, state);
      return DID;
    });
    await expect(modelFilterTools.run(name, args, page)).rejects.toMatchObject({
      code: 'internal',
      message: `${name} is declared as a read tool, but tried to change the page.`,
    });
    expect(changed).toEqual([]);
  });
});
