import { describe, expect, it, vi } from 'vitest';
import { modelFilterTools } from '@/src/adapters/model-filter/run-tool';
import { toolDefinitions } from '@/src/adapters/model-filter/tools/tool-definitions';
import { toolRuns } from '@/src/adapters/model-filter/tools/tool-runs';
import type { ToolPage } from '@/src/adapters/tool-runner';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/records/tool-result';
import { modelFilterState } from '../../fakes/model-filter-page';

const DID: ToolResult = { success: true, message: 'Done.', data: { result: { changed: [] } } };

/** Hands that do as they are told, and note it. */
function recordingHands() {
  const looked: JsonObject[] = [];
  const changed: JsonObject[] = [];
  const hands: ToolPage = {
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
  return { hands, looked, changed };
}

describe('a tool’s hands', () => {
  it('look to load models and to read the file', async () => {
    const { hands, looked, changed } = recordingHands();
    await modelFilterTools.run('add_ignore_rule', { pattern: 'x', provider: 'gemini' }, hands);
    await modelFilterTools.run('save_changes', {}, hands);
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
    const { hands, looked, changed } = recordingHands();
    await modelFilterTools.run(tool, args, hands);
    expect(changed).toEqual([step]);
    expect(looked).toEqual([]);
  });

  it.each(toolDefinitions.filter(({ effect }) => effect === 'read').map(({ name }) => name))(
    'never change it for %s, whatever the tool does',
    async (name) => {
      const { hands, changed } = recordingHands();
      vi.spyOn(toolRuns, 'get').mockReturnValue(async (page) => {
        await page.act(null, { name: 'save', args: { replaces: {} } });
        return DID;
      });
      await expect(modelFilterTools.run(name, {}, hands)).rejects.toMatchObject({ code: 'internal' });
      vi.mocked(toolRuns.get).mockReturnValue(async (page) => {
        await page.apply(state, state);
        return DID;
      });
      await expect(modelFilterTools.run(name, {}, hands)).rejects.toMatchObject({
        code: 'internal',
        message: `${name} is declared to look only, but tried to change the page.`,
      });
      expect(changed).toEqual([]);
    },
  );
});
